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

/** A migration in the JSON output. */
interface ListedMigration {
  readonly application: string;
  readonly name: string;
  /** Relative to the project root; null when the file no longer exists. */
  readonly file: string | null;
  readonly ran_at: string | null;
}

/** `koaggregate migrate status`: lists the migrations. */
export function statusCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('status')
    .description('List the migrations and when they ran')
    .option('--json', 'print JSON')
    .option('--check', 'fail if migrations are pending');
  return withProjectOptions(command).action(async (options: StatusOptions) => {
    const migrations = await inspectProject(options, terminal, migrationsOf);
    if (options.json) terminal.log(JSON.stringify(migrations, null, 2));
    else for (const line of inColumns(migrations.map(cellsOf))) terminal.log(line);
    if (migrations.length === 0)
      terminal.error('There are no migrations. Create one with koaggregate migrate create NAME.');
    if (options.check && migrations.some((migration) => migration.ran_at === null)) exit(1);
  });
}

async function migrationsOf(container: Container): Promise<readonly ListedMigration[]> {
  const migrations: ListedMigration[] = [];
  for (const database of databasesOf(container)) {
    const [application] = database.applications;
    const statuses = await withDatabase(database, true, (dataSource) => dataSource.migrations.status());
    for (const { name, file, ranAt } of statuses) {
      const path = file === undefined ? null : relative(application.project.projectRoot, file);
      migrations.push({ application: application.constructor.name, name, file: path, ran_at: ranAt ?? null });
    }
  }
  return migrations;
}

function cellsOf({ name, file, ran_at: ranAt }: ListedMigration): readonly string[] {
  return [ranAt === null ? 'pending' : `ran ${ranAt}`, name, file ?? 'file is missing'];
}
