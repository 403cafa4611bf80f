import type { Sequelize } from 'sequelize-typescript';
import type { Umzug } from 'umzug';
import { loadPackage } from '../../foundation';
import type { MigrationSettings } from '../data-source-configuration';
import type { DatabaseUrl } from '../database-url';
import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import { SchemaConnection } from '../schema/execution/schema-connection';
import { processOf, type StoredClaim } from './claim-table';
import { MigrationClaim } from './migration-claim';
import { type MigrationFile, migrationFiles, readMigration } from './migration-files';
import { findName } from './migration-names';
import { createMigrationTable, type Direction, type RecordedMigrations, readRecorded } from './migration-table';
import { runStep, statementsOf } from './run-migration';
import { interruptedError, readUnfinished, resolveMigration, type UnfinishedMigration } from './unfinished-migration';

export interface MigrationsOptions {
  readonly sequelize: Sequelize;
  readonly url: DatabaseUrl;
  readonly settings: MigrationSettings;
  readonly projectRoot: string;
  readonly moduleRoot: string;
  readonly log: (line: string) => void;
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

/** Whether there is anything to run, as far as is known before the claim. */
type HasWork = (ran: RecordedMigrations, files: readonly MigrationFile[]) => boolean;
type Run = (umzug: Umzug, ran: RecordedMigrations, files: readonly MigrationFile[]) => Promise<unknown>;

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

  /** The migration that runs at present, or did not end. */
  unfinished(): Promise<UnfinishedMigration | undefined> {
    return this.#connected((connection) => readUnfinished(connection, this.#dialect));
  }

  /**
   * Ends a migration that did not end by itself, after its changes were undone or completed by hand.
   *
   * @throws PersistenceError MIGRATION_NOT_INTERRUPTED
   */
  resolve(name: string, outcome: 'undone' | 'done'): Promise<void> {
    return this.#connected((connection) => resolveMigration(connection, this.#dialect, name, outcome));
  }

  /**
   * Runs the pending migrations, all of them or those up to a name.
   *
   * @throws PersistenceError MIGRATION_FAILED; migrations that ran before it are not reverted
   */
  up({ to, isDry = false }: RunOptions = {}): Promise<readonly RanMigration[]> {
    const pendingIn = (ran: RecordedMigrations, files: readonly MigrationFile[]) =>
      files.filter(({ name }) => !ran.has(name)).map(({ name }) => name);
    const hasWork: HasWork = (ran, files) => to !== undefined || pendingIn(ran, files).length > 0;
    return this.#run(isDry, hasWork, (umzug, ran, files) => {
      const pending = pendingIn(ran, files);
      return umzug.up(to === undefined ? {} : { to: findName(to, 'is pending', pending) });
    });
  }

  /** Reverts the last migrations: `steps` of them, or `to` and all later ones. @throws as {@link up} */
  down({ to, steps = 1, isDry = false }: RunOptions = {}): Promise<readonly RanMigration[]> {
    const hasWork: HasWork = (ran) => to !== undefined || ran.size > 0;
    return this.#run(isDry, hasWork, (umzug, ran, files) => {
      const done = files.filter(({ name }) => ran.has(name)).map(({ name }) => name);
      if (done.length === 0 && to === undefined) return Promise.resolve();
      return umzug.down(
        to === undefined ? { step: Math.min(steps, done.length) } : { to: findName(to, 'has run', done) },
      );
    });
  }

  get #dialect(): Dialect {
    return this.#options.url.dialect;
  }

  #files(): readonly MigrationFile[] {
    const { settings, projectRoot, moduleRoot } = this.#options;
    return migrationFiles({ folder: settings.folder, projectRoot, moduleRoot });
  }

  async #connected<T>(work: (connection: SchemaConnection) => Promise<T>): Promise<T> {
    const connection = await SchemaConnection.open(this.#options.sequelize);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  /** Claims the migrations only if there is work: an application with none starts although one of another is interrupted. */
  #run(isDry: boolean, hasWork: HasWork, run: Run): Promise<readonly RanMigration[]> {
    const files = this.#files();
    if (files.length === 0) return Promise.resolve([]);
    return this.#connected(async (connection) => {
      if (isDry) return this.#inOrder(connection, undefined, files, run);
      if (!hasWork(await readRecorded(connection, this.#dialect), files)) return this.#withSchema([]);
      const { waitMs } = this.#options.settings;
      const { transactions } = this.#dialect;
      if (transactions.waitAtMost) await connection.query(transactions.waitAtMost(waitMs));
      const claim = await MigrationClaim.acquire({
        sequelize: this.#options.sequelize,
        dialect: this.#dialect,
        display: this.#options.url.display,
        waitMs,
        verifyTaken: (interrupted) => this.#verifyTaken(interrupted, files),
        onTaken: (interrupted) => this.#reportTaken(interrupted),
      });
      try {
        return await this.#withSchema(await this.#inOrder(connection, claim, files, run));
      } finally {
        await claim.release();
      }
    });
  }

  /** @throws PersistenceError MIGRATION_INTERRUPTED if statements of a migration may have been carried out */
  #verifyTaken(claim: StoredClaim, files: readonly MigrationFile[]): void {
    const { migration, statementNumber } = claim;
    if (migration === undefined || statementNumber === 0) return;
    throw interruptedError(claim, files.find(({ name }) => name === migration)?.path ?? migration);
  }

  #reportTaken(claim: StoredClaim): void {
    if (claim.migration === undefined) return;
    this.#options.log(
      `The last run was interrupted in the migration ${claim.migration} (${processOf(claim)}), of which nothing stays.`,
    );
  }

  /** @param claim undefined for a dry run */
  async #inOrder(
    connection: SchemaConnection,
    claim: MigrationClaim | undefined,
    files: readonly MigrationFile[],
    run: Run,
  ): Promise<readonly RanMigration[]> {
    if (claim) await createMigrationTable(connection);
    const ran = await readRecorded(connection, this.#dialect);
    const done: RanMigration[] = [];
    const go = (file: MigrationFile, direction: Direction) => async () => {
      const migration = readMigration(file, this.#dialect);
      const step = { name: file.name, direction, migration, dialect: this.#dialect };
      const statements = await (claim ? runStep(step, connection, claim) : statementsOf(step, connection));
      done.push({ name: file.name, statements });
    };
    const umzug = this.#umzug(files, ran, go);
    await run(umzug, ran, files).catch(rethrow);
    return done;
  }

  /** Makes the connection of queries reload its schema, before triggers look for new tables. */
  async #withSchema<T>(ran: T): Promise<T> {
    const { reload } = this.#dialect.schema;
    if (reload !== undefined) await this.#options.sequelize.query(reload);
    return ran;
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
