import { Command, InvalidArgumentError, Option } from 'commander';
import { type WrittenMigration, withoutPassword } from '../../persistence';
import { repeatable } from '../option-values';
import { databaseOf, type ProjectDatabase, withDatabase } from '../project/databases';
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
    .argument('<name>', 'name of the migration: add-orders', parseName)
    .option('--from-models', 'fill it with the statements that bring the database to the models')
    .addOption(new Option('--sql', 'write SQL (default)').conflicts('typescript'))
    .option('--typescript', 'write TypeScript, beside the other modules')
    .addOption(
      new Option(
        '--rename <table.old=new>',
        'with --from-models: rename a column, or a table by old=new, and keep its values; repeatable',
      )
        .argParser(repeatable)
        .implies({ fromModels: true }),
    )
    .addOption(
      new Option(
        '--allow-data-loss',
        'with --from-models: drop columns and tables that no model has, and narrow types',
      ).implies({ fromModels: true }),
    );
  return withProjectOptions(command).action((name: string, options: CreateOptions) =>
    inspectProject(options, terminal, async (container) => {
      const database = databaseOf(container);
      const migration = options.fromModels ? await fromModels(database, options) : EMPTY;
      printWarnings(migration, options, terminal);
      if (options.fromModels && migration.up.length === 0) {
        terminal.error('The database matches the models: nothing was written.');
        return;
      }
      if (options.fromModels) await warnOfPending(database, terminal);
      const [application] = database.applications;
      const file = migrationPath(name, application, options.typescript === true);
      const text = migrationText(migration, options.typescript === true);
      for (const { path } of writeFiles(application.project.projectRoot, [{ path: file, text }])) terminal.log(path);
    }),
  );
}

function parseName(text: string): string {
  if (/[A-Za-z0-9]/.test(text)) return text;
  throw new InvalidArgumentError('It needs letters or digits, as in add-orders.');
}

/** The models are compared with the database, which does not have the changes of migrations that have not run. */
async function warnOfPending(database: ProjectDatabase, terminal: Terminal): Promise<void> {
  const statuses = await withDatabase(database, true, ({ migrations }) => migrations.status());
  const pending = statuses.filter(({ ranAt }) => ranAt === undefined).map(({ name }) => name);
  if (pending.length === 0) return;
  terminal.error(
    `Check before running: ${pending.join(', ')} ${pending.length === 1 ? 'is' : 'are'} pending, and this migration may repeat the same changes. Run koaggregate migrate up before migrate create.`,
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
      `--allow-data-loss would drop tables of other applications in ${withoutPassword(first.configuration.db.url)}: write this migration by hand.`,
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
