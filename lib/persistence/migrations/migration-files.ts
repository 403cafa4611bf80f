import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { hasMethod } from '../../foundation';
import { PersistenceError } from '../errors';
import type { MigrationRows } from './migration-connection';
import type { MigrationDialect } from './plan/sql-words';
import { readSqlFile } from './sql-file';

/** What a migration that is written in TypeScript is handed. */
export interface MigrationContext {
  readonly dialect: MigrationDialect;
  /**
   * Sends a statement, with values for its `?`.
   *
   * @returns the rows of a SELECT
   */
  sql(statement: string, values?: readonly unknown[]): Promise<MigrationRows>;
}

/** A file of migrations; nothing is read of it until it is needed. */
export interface MigrationFile {
  /** Without its ending, so that a compiled one has the name of its source. */
  readonly name: string;
  readonly path: string;
}

/** What a migration does, and how it is taken back. */
export interface Migration {
  up(context: MigrationContext): Promise<void>;
  down?(context: MigrationContext): Promise<void>;
}

export interface MigrationFolders {
  readonly folder: string;
  /** Where files of SQL are. */
  readonly projectRoot: string;
  /** Where modules are. */
  readonly moduleRoot: string;
}

const ENDINGS = ['.js', '.cjs', '.ts'];
const NO_MIGRATION = /\.(?:d|spec|test)\.[cm]?[jt]s$/;

/** In the order of their names. @throws PersistenceError MIGRATION_NAME_TAKEN */
export function migrationFiles({ folder, projectRoot, moduleRoot }: MigrationFolders): readonly MigrationFile[] {
  const sql = filesIn(resolve(projectRoot, folder), ['.sql']);
  const modules = filesIn(resolve(moduleRoot, folder), ENDINGS);
  const compiled = modules.filter(({ path }) => !path.endsWith('.ts'));
  const sources = modules.filter(
    ({ name, path }) => path.endsWith('.ts') && !compiled.some((one) => one.name === name),
  );
  const files = [...sql, ...compiled, ...sources].sort((first, second) => (first.name < second.name ? -1 : 1));
  for (const [index, file] of files.entries()) {
    const next = files[index + 1];
    if (next?.name === file.name) throw new PersistenceError('MIGRATION_NAME_TAKEN', [file.name, file.path, next.path]);
  }
  return files;
}

function filesIn(folder: string, endings: readonly string[]): MigrationFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => endings.includes(extname(name)) && !NO_MIGRATION.test(name));
  return names.map((name) => ({ name: name.slice(0, -extname(name).length), path: join(folder, name) }));
}

/** @throws PersistenceError MIGRATION_INVALID */
export function readMigration({ path }: MigrationFile, dialect: MigrationDialect): Migration {
  if (!path.endsWith('.sql')) return readModule(path);
  const { up, down } = readSqlFile(readFileSync(path, 'utf8'), path, dialect);
  const sending = (statements: readonly string[]) => async (context: MigrationContext) => {
    for (const statement of statements) await context.sql(statement);
  };
  return { up: sending(up), ...(down && { down: sending(down) }) };
}

function readModule(path: string): Migration {
  const loaded = createRequire(path)(path) as { readonly default?: unknown };
  const found = [loaded, loaded.default].find((one) => hasMethod(one, 'up'));
  if (!found) throw new PersistenceError('MIGRATION_INVALID', [path]);
  return found as Migration;
}
