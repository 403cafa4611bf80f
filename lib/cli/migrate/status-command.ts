import { relative } from 'node:path';
import { Command } from 'commander';
import type { Container } from '../../core';
import { inColumns } from '../columns';
import { databasesOf, withDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';

interface StatusOptions extends ProjectOptions {
  readonly json?: true;
  readonly check?: true;
}

/** A migration as programs read it. */
interface ListedMigration {
  readonly application: string;
  readonly name: string;
  /** From the root of the project; null where the file of one that ran is no longer there. */
  readonly file: string | null;
  readonly ran_at: string | null;
}

/** `koaggregate migrate status`: which migrations have run. */
export function statusCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('status')
    .description('List the migrations and when they ran')
    .option('--json', 'print JSON')
    .option('--check', 'fail if migrations are pending');
  return withProjectOptions(command).action(async (options: StatusOptions) => {
    const listed = await inspectProject(options, terminal, migrationsOf);
    if (options.json) terminal.log(JSON.stringify(listed, null, 2));
    else for (const line of inColumns(listed.map(wordsOf))) terminal.log(line);
    if (listed.length === 0)
      terminal.error('There are no migrations. Create one with koaggregate migrate create NAME.');
    if (options.check && listed.some((one) => one.ran_at === null)) exit(1);
  });
}

async function migrationsOf(container: Container): Promise<readonly ListedMigration[]> {
  const listed: ListedMigration[] = [];
  for (const database of databasesOf(container)) {
    const [application] = database.applications;
    const found = await withDatabase(database, ({ migrations }) => migrations.status());
    for (const { name, file, ranAt } of found) {
      const path = file === undefined ? null : relative(application.project.projectRoot, file);
      listed.push({ application: application.constructor.name, name, file: path, ran_at: ranAt ?? null });
    }
  }
  return listed;
}

function wordsOf({ name, file, ran_at: ranAt }: ListedMigration): readonly string[] {
  return [ranAt === null ? 'pending' : `ran ${ranAt}`, name, file ?? 'file is missing'];
}
