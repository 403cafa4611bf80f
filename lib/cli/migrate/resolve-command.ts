import { Command } from 'commander';
import { databaseOf, withDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';

interface ResolveOptions extends ProjectOptions {
  readonly undone?: true;
  readonly done?: true;
}

/** `koaggregate migrate resolve`: ends a migration that was interrupted or has failed. */
export function resolveCommand(terminal: Terminal): Command {
  const command = new Command('resolve')
    .description('End a migration that was interrupted or has failed')
    .argument('<name>', 'name of the migration, with or without its timestamp')
    .option('--undone', 'its changes were undone: it may run again from its first statement')
    .option('--done', 'the rest was carried out by hand: it counts as run, or as reverted');
  return withProjectOptions(command).action((name: string, options: ResolveOptions) => {
    if (options.undone === options.done) command.error('error: choose one of --undone and --done');
    const outcome = options.done ? 'done' : 'undone';
    return inspectProject(options, terminal, async (container) => {
      await withDatabase(databaseOf(container), false, ({ migrations }) => migrations.resolve(name, outcome));
      terminal.log(`${name}: ${outcome}`);
    });
  });
}
