import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Dialect } from '../dialects/dialect';
import type { SchemaConnection } from '../schema/execution/schema-connection';
import type { Direction } from './migration-table';

/** The table with the one row by which a process claims the migrations of a database. */
export const CLAIM_TABLE = 'koaggregate_migration_claim';

/** The stored claim. Times are those of the database, in milliseconds since 1970. */
export interface StoredClaim {
  readonly owner: string;
  readonly expiresAt: number;
  readonly readAt: number;
  /** The migration that was begun and not yet recorded. */
  readonly migration?: string;
  readonly direction: Direction;
  /** The number of its last statement; 0 before the first. */
  readonly statementNumber: number;
  /** The beginning of the last statement. */
  readonly statement: string;
  /** The error of the last statement, if it has failed. */
  readonly failure?: string;
}

/** Whether the process of a claim has failed or ended, as far as the database knows. */
export function hasEnded({ expiresAt, readAt }: StoredClaim): boolean {
  return expiresAt <= readAt;
}

/** The host and the process id of an owner, for messages. */
export function processOf({ owner }: StoredClaim): string {
  return owner.split(':').slice(0, -1).join(':');
}

export async function createClaimTable(connection: SchemaConnection, dialect: Dialect): Promise<void> {
  const columns = [
    'id INTEGER NOT NULL PRIMARY KEY',
    'owner VARCHAR(191) NOT NULL',
    'expires_at BIGINT NOT NULL',
    'changes INTEGER NOT NULL',
    'migration VARCHAR(191)',
    'direction VARCHAR(4)',
    'statement_number INTEGER NOT NULL',
    'statement TEXT',
    'failure TEXT',
  ];
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${CLAIM_TABLE} (${columns.join(', ')})${dialect.schema.ownOptions}`,
  );
}

/** The clock of the database, which all processes share. */
function now({ syntax }: Dialect): string {
  return syntax.nowMs;
}

/** Undefined if no process has claimed the migrations. */
export async function readClaim(connection: SchemaConnection, dialect: Dialect): Promise<StoredClaim | undefined> {
  const [row] = await connection.query(`SELECT claim.*, ${now(dialect)} AS read_at FROM ${CLAIM_TABLE} claim`);
  if (!row) return undefined;
  return {
    owner: String(row.owner),
    expiresAt: Number(row.expires_at),
    readAt: Number(row.read_at),
    ...(row.migration !== null && { migration: String(row.migration) }),
    direction: row.direction as Direction,
    statementNumber: Number(row.statement_number),
    statement: String(row.statement ?? ''),
    ...(row.failure !== null && { failure: String(row.failure) }),
  };
}

const NOTHING_BEGUN = 'changes = changes + 1, migration = NULL, statement_number = 0, statement = NULL, failure = NULL';

/** The changes that an owner makes to its claim. */
export interface ClaimChange {
  /** The assignments, with placeholders. */
  readonly set: string;
  readonly values: readonly unknown[];
}

export const RENEWED: ClaimChange = { set: '', values: [] };
export const NOTHING_LEFT: ClaimChange = {
  set: ', migration = NULL, statement_number = 0, statement = NULL',
  values: [],
};

export function begun(migration: string, direction: Direction): ClaimChange {
  return { set: ', migration = ?, direction = ?, statement_number = 0', values: [migration, direction] };
}

export function atStatement(number: number, statement: string): ClaimChange {
  return { set: ', statement_number = ?, statement = ?', values: [number, statement] };
}

/** The claim of one process, as it writes it. */
export class OwnClaim {
  readonly #owner = `${hostname()}:${process.pid}:${randomUUID()}`;

  constructor(
    private readonly dialect: Dialect,
    readonly leaseMs: number,
  ) {}

  /** @throws an error of the driver if there is a claim */
  async insert(connection: SchemaConnection): Promise<void> {
    const values = `1, ?, ${now(this.dialect)} + ?, 0, 0`;
    await connection.execute(
      `INSERT INTO ${CLAIM_TABLE} (id, owner, expires_at, changes, statement_number) VALUES (${values})`,
      [this.#owner, this.leaseMs],
    );
  }

  /** Takes a claim over if it has not changed since it was read. @returns whether it was taken */
  async take(connection: SchemaConnection, { owner: previous, expiresAt }: StoredClaim): Promise<boolean> {
    const count = await connection.execute(
      `UPDATE ${CLAIM_TABLE} SET owner = ?, expires_at = ${now(this.dialect)} + ?, ${NOTHING_BEGUN}
       WHERE owner = ? AND expires_at = ?`,
      [this.#owner, this.leaseMs, previous, expiresAt],
    );
    return count > 0;
  }

  /**
   * Changes and renews the claim.
   *
   * An expired claim is not renewed. With one writer it is, as long as no other process has taken it: a process that runs
   * a migration cannot renew it then, but cannot lose it either.
   *
   * @returns whether the owner still had the claim
   */
  async change(connection: SchemaConnection, { set, values }: ClaimChange): Promise<boolean> {
    const time = now(this.dialect);
    const unexpired = this.dialect.transactions.hasOneWriter ? '' : ` AND expires_at > ${time}`;
    // The counter makes every change one that the server counts.
    const count = await connection.execute(
      `UPDATE ${CLAIM_TABLE} SET changes = changes + 1, expires_at = ${time} + ?${set} WHERE owner = ?${unexpired}`,
      [this.leaseMs, ...values, this.#owner],
    );
    return count > 0;
  }

  /** Marks the migration as failed at its last statement, so that no process waits for it. */
  async markFailed(connection: SchemaConnection, failure: string): Promise<void> {
    const sql = `UPDATE ${CLAIM_TABLE} SET expires_at = 0, failure = ? WHERE owner = ?`;
    await connection.execute(sql, [failure, this.#owner]);
  }

  delete(connection: SchemaConnection): Promise<void> {
    return deleteClaim(connection, this.#owner);
  }
}

export async function deleteClaim(connection: SchemaConnection, owner: string): Promise<void> {
  await connection.execute(`DELETE FROM ${CLAIM_TABLE} WHERE owner = ?`, [owner]);
}
