import { Command, InvalidArgumentError } from 'commander';
import type { DataSource, RanMigration } from '../../persistence';
import { withProgress } from '../progress';
import { databaseOf, databasesOf, type ProjectDatabase, withDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';
import { unfinishedLine } from './unfinished-line';

interface RunOptions extends ProjectOptions {
  readonly to?: string;
  readonly steps?: number;
  readonly dryRun?: true;
}

/** `koaggregate migrate up`: runs the pending migrations. */
export function upCommand(terminal: Terminal): Command {
  const command = new Command('up')
    .description('Run the pending migrations')
    .option('--to <name>', 'last migration to run')
    .option('--dry-run', 'print the SQL, and change nothing');
  return withProjectOptions(command).action((options: RunOptions) =>
    inspectProject(options, terminal, async (container) => {
      const databases = options.to === undefined ? databasesOf(container) : [databaseOf(container)];
      const run = ({ migrations }: DataSource) => migrations.up({ to: options.to, isDry: options.dryRun });
      for (const database of databases) await runOn(database, run, RUN, options, terminal);
    }),
  );
}

/** `koaggregate migrate down`: reverts the last migrations. */
export function downCommand(terminal: Terminal): Command {
  const command = new Command('down')
    .description('Revert the last migrations')
    .option('--to <name>', 'revert this migration and all that ran after it')
    .option('--steps <n>', 'number of migrations to revert', parseCount, 1)
    .option('--dry-run', 'print the SQL, and change nothing');
  return withProjectOptions(command).action((options: RunOptions) =>
    inspectProject(options, terminal, (container) => {
      const { to, steps, dryRun: isDry } = options;
      const run = ({ migrations }: DataSource) => migrations.down({ to, steps, isDry });
      return runOn(databaseOf(container), run, REVERT, options, terminal);
    }),
  );
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}

/** The words of a command in its output. */
interface Words {
  readonly title: string;
  readonly infinitive: string;
  readonly participle: string;
}

const RUN: Words = { title: 'Running migrations', infinitive: 'run', participle: 'ran' };
const REVERT: Words = { title: 'Reverting migrations', infinitive: 'revert', participle: 'reverted' };

async function runOn(
  database: ProjectDatabase,
  run: (dataSource: DataSource) => Promise<readonly RanMigration[]>,
  { title, infinitive, participle }: Words,
  { dryRun }: RunOptions,
  terminal: Terminal,
): Promise<void> {
  const runAndLook = async (dataSource: DataSource) => ({
    ran: await run(dataSource),
    unfinished: dryRun ? await dataSource.migrations.unfinished() : undefined,
  });
  const { ran, unfinished } = await withProgress(terminal, title, () =>
    withDatabase(database, dryRun === true, runAndLook),
  );
  if (unfinished) terminal.error(unfinishedLine(unfinished));
  if (ran.length === 0) terminal.error(`There are no migrations to ${infinitive}.`);
  for (const { name, statements } of ran) {
    if (dryRun) for (const line of [`-- ${name}`, ...statements.map((sql) => `${sql};`)]) terminal.log(line);
    else terminal.log(`${name}: ${participle}, ${statements.length} statement${statements.length === 1 ? '' : 's'}`);
  }
}
