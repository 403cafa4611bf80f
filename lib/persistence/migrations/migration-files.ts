import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { hasMethod } from '../../foundation';
import type { Dialect, MigrationDialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import { readSqlFile } from './sql-file';

/** The rows of a SELECT; empty for other statements. */
export type MigrationRows = readonly Record<string, unknown>[];

/** The argument of a migration that is written in TypeScript. */
export interface MigrationContext {
  readonly dialect: MigrationDialect;
  /**
   * Sends a statement with values for its placeholders (`?`).
   *
   * @returns the rows of a SELECT
   */
  sql(statement: string, values?: readonly unknown[]): Promise<MigrationRows>;
}

/** The file of a migration, which is read when it runs. */
export interface MigrationFile {
  /** Without its extension, so that a compiled file has the name of its source. */
  readonly name: string;
  readonly path: string;
}

/** A migration and its reversal. */
export interface Migration {
  up(context: MigrationContext): Promise<void>;
  down?(context: MigrationContext): Promise<void>;
}

export interface MigrationFolders {
  readonly folder: string;
  /** The root of SQL files. */
  readonly projectRoot: string;
  /** The root of modules. */
  readonly moduleRoot: string;
}

const EXTENSIONS = ['.js', '.cjs', '.ts'];
const OTHER_FILES = /\.(?:d|spec|test)\.[cm]?[jt]s$/;

/** In the order of their names. @throws PersistenceError MIGRATION_NAME_TAKEN */
export function migrationFiles({ folder, projectRoot, moduleRoot }: MigrationFolders): readonly MigrationFile[] {
  const sql = filesIn(resolve(projectRoot, folder), ['.sql']);
  const modules = filesIn(resolve(moduleRoot, folder), EXTENSIONS);
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

function filesIn(folder: string, extensions: readonly string[]): MigrationFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => extensions.includes(extname(name)) && !OTHER_FILES.test(name));
  return names.map((name) => ({ name: name.slice(0, -extname(name).length), path: join(folder, name) }));
}

/** @throws PersistenceError MIGRATION_INVALID */
export function readMigration({ path }: MigrationFile, dialect: Dialect): Migration {
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
