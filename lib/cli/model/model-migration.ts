import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kebabCase, pluralize } from '../../naming';
import { createCommand } from '../migrate/create-command';
import type { Terminal } from '../terminal';

/** The folders of SQL and TypeScript migrations. */
const FOLDERS = ['migrations', join('src', 'migrations')];
const MIGRATION = /^\d.*\.(sql|ts)$/;

/**
 * Writes a migration for a new class, in a project that has migrations.
 *
 * @returns false when this fails; the error is printed
 */
export async function writeModelMigration(root: string, className: string, terminal: Terminal): Promise<boolean> {
  if (!FOLDERS.some((folder) => hasMigrations(join(root, folder)))) return true;
  const name = `add-${kebabCase(pluralize(className))}`;
  try {
    await createCommand(terminal).parseAsync([name, '--from-models', '--project-dir', root], { from: 'user' });
    return true;
  } catch (error) {
    terminal.error(
      `The migration was not written: ${(error as Error).message} Write it later with koaggregate migrate create ${name} --from-models.`,
    );
    return false;
  }
}

function hasMigrations(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => MIGRATION.test(name));
}
