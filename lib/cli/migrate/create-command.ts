import { Command } from 'commander';
import type { WrittenMigration } from '../../persistence';
import { repeatable } from '../option-values';
import { databaseOf, type ProjectDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import { writeFiles } from '../project/write-files';
import type { Terminal } from '../terminal';
import { migrationPath } from './migration-path';
import { migrationText } from './migration-text';

interface CreateOptions extends ProjectOptions {
  readonly fromModels?: true;
  readonly sql?: true;
  readonly typescript?: true;
  readonly rename?: readonly string[];
  readonly allowDataLoss?: true;
}

const EMPTY: WrittenMigration = { up: [], down: [], losses: [], notes: [] };

/** `koaggregate migrate create`: writes a migration, either empty or from the models. */
export function createCommand(terminal: Terminal): Command {
  const command = new Command('create')
    .description('Create a migration')
    .argument('<name>', 'name of the migration: add-orders')
    .option('--from-models', 'fill it with the statements that bring the database to the models')
    .option('--sql', 'write SQL (default)')
    .option('--typescript', 'write TypeScript, beside the other modules')
    .option(
      '--rename <table.old=new>',
      'rename a column, or a table by old=new, and keep its values; repeatable',
      repeatable,
    )
    .option('--allow-data-loss', 'drop columns and tables that no model has, and narrow types');
  return withProjectOptions(command).action((name: string, options: CreateOptions) =>
    inspectProject(options, terminal, async (container) => {
      const database = databaseOf(container);
      const migration = options.fromModels ? await fromModels(database, options) : EMPTY;
      printWarnings(migration, options, terminal);
      if (options.fromModels && migration.up.length === 0) {
        terminal.error('The database matches the models: nothing was written.');
        return;
      }
      const [application] = database.applications;
      const file = migrationPath(name, application, options.typescript === true);
      const text = migrationText(migration, options.typescript === true);
      for (const { path } of writeFiles(application.project.projectRoot, [{ path: file, text }])) terminal.log(path);
    }),
  );
}

/** The migration that brings the database to the models of all its applications. */
async function fromModels(
  { applications }: ProjectDatabase,
  { rename = [], allowDataLoss: allowsLoss }: CreateOptions,
): Promise<WrittenMigration> {
  const [first, ...others] = applications;
  if (others.length > 0 && allowsLoss)
    throw new Error(
      `--allow-data-loss would drop tables of other applications in ${first.configuration.db.url}: write this migration by hand.`,
    );
  const written = { up: [] as string[], down: [] as string[], losses: [] as string[], notes: [] as string[] };
  for (const application of applications) {
    const { up, down, losses, notes } = await application.examine(({ dataSource, registry }) =>
      dataSource.migrationFromModels(registry.entities, { renames: rename, allowsLoss }),
    );
    written.up.push(...up.filter((sql) => !written.up.includes(sql)));
    written.down.unshift(...down.filter((sql) => !written.down.includes(sql)));
    written.losses.push(...losses);
    written.notes.push(...notes);
  }
  // A table that is unknown to one application may belong to another.
  return others.length > 0 ? { ...written, losses: [] } : written;
}

function printWarnings(
  { losses, notes }: WrittenMigration,
  { allowDataLoss }: CreateOptions,
  terminal: Terminal,
): void {
  for (const loss of losses)
    terminal.error(
      allowDataLoss
        ? `Loses data: ${loss}.`
        : `Left out because it loses data: ${loss}. Use --allow-data-loss to include it.`,
    );
  for (const note of notes) terminal.error(`Check before running: ${note}.`);
}
