import { DatabaseError, DataTypes, type Model, type ModelStatic, Op, QueryTypes } from 'sequelize';
import { KeyInUseError, PersistenceError } from '../errors';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { verifyLength } from '../statements/verify-length';

/** A response that is stored with the idempotency key of its request. */
export interface KeptResponse {
  /** Of the request. */
  readonly fingerprint: string;
  /** A digest of the rights that have shaped the response. */
  readonly rights: string;
  readonly status: number;
  /** In the order in which they were set. */
  readonly headers: readonly (readonly [name: string, value: string | readonly string[]])[];
  readonly body?: Buffer;
}

/** A request with an idempotency key. */
export interface KeyClaim {
  /** A digest, so that keys of any length fit and cannot be read from the table. */
  readonly key: string;
  /** A digest, too. */
  readonly owner: string;
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  /** How long to wait for another process that holds the key. MySQL ignores it and waits as it is configured. */
  readonly waitMs: number;
}

interface KeyRow {
  readonly key: string;
  readonly owner: string | null;
  readonly fingerprint: string;
  readonly rights: string | null;
  /** Null until the transaction that claimed the key ends; no other transaction sees it null. */
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: Buffer | null;
  /** Of the body, in bytes; null without one. */
  readonly size: number | null;
  readonly expiresAtMs: number;
}

const TABLE = 'koaggregate_idempotency_keys';
/** Bodies are summed by the index alone. */
const SUMMED = ['owner', 'size', 'expires_at_ms'];
const SWEEP_EVERY_MS = 60_000;
/** The maximum of rows that one request removes. */
const MAX_SWEPT_ROWS = 500;

/** Stores idempotency keys with their responses, in the transaction of the request. */
export class DatabaseIdempotencyKeys {
  readonly #model: ModelStatic<Model<KeyRow, Partial<KeyRow>>>;
  #sweptAtMs = 0;

  /** Must be created before the schema is applied, which creates the table. */
  constructor(private readonly sequelize: DomainSequelize) {
    const digest = { type: DataTypes.CHAR(64), allowNull: false };
    // Columns that a table of an earlier version lacks are null.
    const laterDigest = { type: DataTypes.CHAR(64) };
    this.#model = sequelize.define(
      'KoaggregateIdempotencyKey',
      {
        key: { ...digest, primaryKey: true },
        owner: { ...laterDigest },
        fingerprint: { ...digest },
        rights: { ...laterDigest },
        status: { type: DataTypes.SMALLINT },
        headers: { type: DataTypes.TEXT('medium') },
        body: { type: DataTypes.BLOB('long') },
        size: { type: DataTypes.BIGINT },
        expiresAtMs: { type: DataTypes.BIGINT, allowNull: false, field: 'expires_at_ms' },
      },
      { tableName: TABLE, timestamps: false, indexes: [{ fields: ['expires_at_ms'] }, { fields: SUMMED }] },
    );
  }

  /** Checks the table, after the schema is applied. @throws PersistenceError KEYS_UNREADABLE */
  async verify(): Promise<void> {
    await this.#model.findOne({ where: { key: '' } }).catch((cause: Error) => {
      throw new PersistenceError('KEYS_UNREADABLE', [TABLE, cause.message], { cause });
    });
  }

  /**
   * Claims a key for the current unit of work. Waits for another unit that holds it.
   *
   * @returns the stored response; undefined when the key is now claimed
   * @throws KeyInUseError when the wait times out
   */
  async claim(claim: KeyClaim): Promise<KeptResponse | undefined> {
    await this.#insert(claim);
    const row = await this.#model.findByPk(claim.key, { lock: true });
    const { status, headers, body, fingerprint, rights } = row!.get();
    if (status === null) return undefined;
    return { fingerprint, rights: rights ?? '', status, headers: JSON.parse(headers!), ...(body && { body }) };
  }

  /**
   * Stores the response with a key that was claimed in the same unit of work.
   *
   * @throws StatementTooLongError for a body that the server does not take; nothing was sent
   */
  async keep(key: string, { rights, status, headers, body }: KeptResponse): Promise<void> {
    if (body) await verifyLength(this.sequelize, [body]);
    const bytes = body ? { body, size: body.length } : { body: null, size: null };
    await this.#model.update({ rights, status, headers: JSON.stringify(headers), ...bytes }, { where: { key } });
  }

  /** The bytes of all bodies that an owner has stored and that have not expired; concurrent units are not counted. */
  async storedBytes(owner: string): Promise<number> {
    const where = { owner, size: { [Op.gt]: 0 }, expiresAtMs: { [Op.gt]: Date.now() } };
    return Number((await this.#model.sum('size', { where })) ?? 0);
  }

  /** Releases a key that was claimed in the same unit of work, without affecting other writes. */
  async release(key: string): Promise<void> {
    await this.#model.destroy({ where: { key } });
  }

  /** Removes some expired keys. Must be called outside of a unit of work. */
  async removeExpired(now: number): Promise<void> {
    if (now - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = now;
    const where = { expiresAtMs: { [Op.lt]: now } };
    const removed = await this.sequelize.statement(() => this.#model.destroy({ where, limit: MAX_SWEPT_ROWS }));
    // More rows may have expired: the next request removes them.
    if (removed === MAX_SWEPT_ROWS) this.#sweptAtMs = 0;
  }

  async #insert({ waitMs, ...claimed }: KeyClaim): Promise<void> {
    const replacements = { ...claimed, now: Date.now() };
    try {
      await this.sequelize.query(this.#claimStatement(waitMs), { replacements, type: QueryTypes.INSERT });
    } catch (error) {
      if (this.#isLockTimeout(error)) throw new KeyInUseError(error);
      throw error;
    }
  }

  #isLockTimeout(error: unknown): boolean {
    const { errors } = this.sequelize.sqlDialect;
    return error instanceof DatabaseError && errors.lockWaitOf(error.parent) === 'row';
  }

  #claimStatement(waitMs: number): string {
    const { syntax } = this.sequelize.sqlDialect;
    const claim = `${CLAIM} ${syntax.onTaken('key', RESET, 'expires_at_ms <= :now')}`;
    return syntax.boundLockWait(claim, Math.ceil(waitMs / 1000));
  }
}

const CLAIM = `INSERT INTO ${TABLE} (\`key\`, owner, fingerprint, expires_at_ms) VALUES (:key, :owner, :fingerprint, :expiresAtMs)`;

/**
 * Locks an existing row and resets it when it has expired; `expires_at_ms` is set last, since the other columns depend on
 * it. With a plain INSERT, two transactions that wait for a third would deadlock when that one fails.
 */
const RESET = {
  ...{ fingerprint: ':fingerprint', status: 'NULL', headers: 'NULL', body: 'NULL', size: 'NULL' },
  expires_at_ms: ':expiresAtMs',
};
