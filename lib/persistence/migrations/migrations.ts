import type { Sequelize } from 'sequelize-typescript';
import type { Umzug } from 'umzug';
import { loadPackage } from '../../foundation';
import { nearestName } from '../../naming';
import type { MigrationSettings } from '../data-source-configuration';
import type { DatabaseUrl } from '../database-url';
import { PersistenceError } from '../errors';
import { MigrationConnection } from './migration-connection';
import { type MigrationFile, migrationFiles, readMigration } from './migration-files';
import { type SqliteDriver, withMigrationLock } from './migration-lock';
import { createMigrationTable, type RecordedMigrations, readRecorded } from './migration-table';
import type { MigrationDialect } from './plan/sql-words';
import { type Direction, runStep, statementsOf } from './run-migration';

export interface MigrationsOptions {
  readonly sequelize: Sequelize;
  readonly url: DatabaseUrl;
  readonly settings: MigrationSettings;
  readonly projectRoot: string;
  readonly moduleRoot: string;
}

/** A migration and when it ran. */
export interface MigrationStatus {
  readonly name: string;
  /** Undefined if it has run, and its file no longer exists. */
  readonly file?: string;
  /** In ISO 8601; undefined if it has not run. */
  readonly ranAt?: string;
}

/** A migration that ran, or would run. */
export interface RanMigration {
  readonly name: string;
  readonly statements: readonly string[];
}

export interface RunOptions {
  /** The last migration to run, inclusive. */
  readonly to?: string;
  /** The number of migrations to revert; one by default. */
  readonly steps?: number;
  /** Whether statements are returned without being sent. */
  readonly isDry?: boolean;
}

/** Runs the migrations of one database, each once, in the order of their names; one process at a time. */
export class Migrations {
  readonly #options: MigrationsOptions;

  constructor(options: MigrationsOptions) {
    this.#options = options;
  }

  /** All migrations by name, including those that have run and no longer have a file. */
  async status(): Promise<readonly MigrationStatus[]> {
    const files = this.#files();
    const ran = await this.#connected((connection) => readRecorded(connection, this.#dialect));
    const known = files.map(({ name, path }) => ({
      name,
      file: path,
      ...(ran.has(name) && { ranAt: ran.get(name)! }),
    }));
    const lost = [...ran].filter(([name]) => !files.some((file) => file.name === name));
    const all = [...known, ...lost.map(([name, ranAt]) => ({ name, ranAt }))];
    return all.sort((first, second) => (first.name < second.name ? -1 : 1));
  }

  /**
   * Runs the pending migrations, all of them or those up to a name.
   *
   * @throws PersistenceError MIGRATION_FAILED; migrations that ran before it are not reverted
   */
  up({ to, isDry = false }: RunOptions = {}): Promise<readonly RanMigration[]> {
    return this.#run(isDry, (umzug, ran, files) => {
      const pending = files.filter(({ name }) => !ran.has(name)).map(({ name }) => name);
      return umzug.up(to === undefined ? {} : { to: findName(to, 'is pending', pending) });
    });
  }

  /** Reverts the last migrations: `steps` of them, or `to` and all later ones. @throws as {@link up} */
  down({ to, steps = 1, isDry = false }: RunOptions = {}): Promise<readonly RanMigration[]> {
    return this.#run(isDry, (umzug, ran, files) => {
      const done = files.filter(({ name }) => ran.has(name)).map(({ name }) => name);
      if (done.length === 0 && to === undefined) return Promise.resolve();
      return umzug.down(
        to === undefined ? { step: Math.min(steps, done.length) } : { to: findName(to, 'has run', done) },
      );
    });
  }

  get #dialect(): MigrationDialect {
    return this.#options.url.dialect;
  }

  #files(): readonly MigrationFile[] {
    const { settings, projectRoot, moduleRoot } = this.#options;
    return migrationFiles({ folder: settings.folder, projectRoot, moduleRoot });
  }

  async #connected<T>(work: (connection: MigrationConnection) => Promise<T>): Promise<T> {
    const connection = await MigrationConnection.open(this.#options.sequelize);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  #run(
    isDry: boolean,
    run: (umzug: Umzug, ran: RecordedMigrations, files: readonly MigrationFile[]) => Promise<unknown>,
  ): Promise<readonly RanMigration[]> {
    const files = this.#files();
    if (files.length === 0) return Promise.resolve([]);
    return this.#connected(async (connection) => {
      if (isDry) return this.#inOrder(true, connection, files, run);
      const { waitMs } = this.#options.settings;
      const driver = (this.#options.sequelize as unknown as { connectionManager: { lib: SqliteDriver } })
        .connectionManager.lib;
      const locked = { connection, url: this.#options.url, driver, waitMs };
      if (this.#dialect === 'sqlite') await connection.query(`PRAGMA busy_timeout = ${waitMs}`);
      return withMigrationLock(locked, () => this.#inOrder(false, connection, files, run));
    });
  }

  async #inOrder(
    isDry: boolean,
    connection: MigrationConnection,
    files: readonly MigrationFile[],
    run: (umzug: Umzug, ran: RecordedMigrations, files: readonly MigrationFile[]) => Promise<unknown>,
  ): Promise<readonly RanMigration[]> {
    if (!isDry) await createMigrationTable(connection);
    const ran = await readRecorded(connection, this.#dialect);
    const done: RanMigration[] = [];
    const go = (file: MigrationFile, direction: Direction) => async () => {
      const migration = readMigration(file, this.#dialect);
      const step = { name: file.name, direction, migration, dialect: this.#dialect };
      const statements = await (isDry ? statementsOf(step, connection) : runStep(step, connection));
      done.push({ name: file.name, statements });
    };
    const umzug = this.#umzug(files, ran, go);
    await run(umzug, ran, files).catch(rethrow);
    // Makes the connection of queries reload its schema, before triggers look for new tables.
    if (this.#dialect === 'sqlite' && !isDry) await this.#options.sequelize.query('SELECT COUNT(*) FROM sqlite_master');
    return done;
  }

  /** Each migration is recorded in its own transaction, so that umzug's storage records nothing. */
  #umzug(
    files: readonly MigrationFile[],
    ran: RecordedMigrations,
    go: (file: MigrationFile, direction: Direction) => () => Promise<void>,
  ): Umzug {
    const missing = () => new PersistenceError('MIGRATIONS_NEED_UMZUG', []);
    const loaded = loadPackage('umzug', this.#options.projectRoot, missing) as typeof import('umzug');
    const nothing = async () => undefined;
    return new loaded.Umzug({
      migrations: files.map((file) => ({ name: file.name, up: go(file, 'up'), down: go(file, 'down') })),
      storage: { executed: async () => [...ran.keys()], logMigration: nothing, unlogMigration: nothing },
      logger: undefined,
    });
  }
}

/** Umzug wraps errors in one of its own. */
function rethrow(error: unknown): never {
  const { cause } = error as { readonly cause?: unknown };
  throw cause instanceof PersistenceError ? cause : error;
}

/** Finds a migration by its name with or without its timestamp. @throws PersistenceError MIGRATION_UNKNOWN */
function findName(name: string, state: 'is pending' | 'has run', names: readonly string[]): string {
  const bare = name.replace(/\.(?:sql|[cm]?[jt]s)$/, '');
  const found = names.filter((one) => one === bare || one.replace(/^\d+-/, '') === bare);
  if (found.length === 1) return found[0]!;
  const nearest = nearestName(bare, names);
  const list = names.length === 0 ? 'none' : names.join(', ');
  throw new PersistenceError('MIGRATION_UNKNOWN', [
    name,
    state,
    nearest === undefined ? list : `${list}; the nearest is ${nearest}`,
  ]);
}
