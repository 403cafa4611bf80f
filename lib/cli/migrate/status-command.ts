import { relative } from 'node:path';
import { Command } from 'commander';
import type { Container } from '../../core';
import type { UnfinishedMigration } from '../../persistence';
import { inColumns } from '../columns';
import { databasesOf, withDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';
import { unfinishedLine } from './unfinished-line';

interface StatusOptions extends ProjectOptions {
  readonly json?: true;
  readonly check?: true;
}

/** A migration in the JSON output. */
interface ListedMigration {
  readonly application: string;
  readonly name: string;
  /** Relative to the project root; null when the file no longer exists. */
  readonly file: string | null;
  readonly ran_at: string | null;
  /** The state of a migration that has not ended. */
  readonly state: 'pending' | 'ran' | UnfinishedMigration['state'];
}

interface Listing {
  readonly migrations: readonly ListedMigration[];
  readonly unfinished: readonly UnfinishedMigration[];
}

/** `koaggregate migrate status`: lists the migrations. */
export function statusCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('status')
    .description('List the migrations and when they ran')
    .option('--json', 'print JSON')
    .option('--check', 'fail if migrations are pending');
  return withProjectOptions(command).action(async (options: StatusOptions) => {
    const { migrations, unfinished } = await inspectProject(options, terminal, listingOf);
    if (options.json) terminal.log(JSON.stringify(migrations, null, 2));
    else for (const line of inColumns(migrations.map(cellsOf))) terminal.log(line);
    for (const one of unfinished) terminal.error(unfinishedLine(one));
    if (migrations.length === 0)
      terminal.error('There are no migrations. Create one with koaggregate migrate create NAME.');
    if (options.check && migrations.some(({ state }) => state !== 'ran')) exit(1);
  });
}

async function listingOf(container: Container): Promise<Listing> {
  const migrations: ListedMigration[] = [];
  const allUnfinished: UnfinishedMigration[] = [];
  for (const database of databasesOf(container)) {
    const [application] = database.applications;
    const { statuses, unfinished } = await withDatabase(database, true, async (dataSource) => ({
      statuses: await dataSource.migrations.status(),
      unfinished: await dataSource.migrations.unfinished(),
    }));
    if (unfinished) allUnfinished.push(unfinished);
    for (const { name, file, ranAt } of statuses) {
      const path = file === undefined ? null : relative(application.project.projectRoot, file);
      const ended = ranAt === undefined ? 'pending' : 'ran';
      const state = unfinished?.name === name ? unfinished.state : ended;
      migrations.push({ application: application.constructor.name, name, file: path, ran_at: ranAt ?? null, state });
    }
  }
  return { migrations, unfinished: allUnfinished };
}

function cellsOf({ name, file, ran_at: ranAt, state }: ListedMigration): readonly string[] {
  return [state === 'ran' ? `ran ${ranAt}` : state, name, file ?? 'file is missing'];
}
