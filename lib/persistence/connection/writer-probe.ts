import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Sequelize } from 'sequelize';
import type { DatabaseUrl } from '../database-url';
import { connectionsOf } from '../sequelize/connections';
import type { DriverConnection } from './driver-connection';

/** What the database of the writes accepts. */
export type WriterState = 'writable' | 'read-only' | 'unreachable';

/** Less than the second in which the readiness is told. */
const WITHIN_MS = 900;

/**
 * Asks for the state of a database. A server is asked over a connection of its own, since a busy pool is no outage; it stays
 * open until the server does not respond in time, or only accepts reads, because another server may be the writer then.
 */
export class WriterProbe {
  #connection?: Promise<DriverConnection>;
  #isClosed = false;

  constructor(
    private readonly sequelize: Pick<Sequelize, 'connectionManager'>,
    private readonly url: DatabaseUrl,
  ) {}

  /** Never rejects. */
  async ask(): Promise<WriterState> {
    if (this.#isClosed) return 'unreachable';
    const { isReadOnly } = this.url.dialect.transactions;
    return isReadOnly === undefined ? this.#stateOfFile() : this.#stateOfServer(isReadOnly);
  }

  /** Closes the connection. */
  close(): void {
    this.#isClosed = true;
    this.#leave();
  }

  async #stateOfFile(): Promise<WriterState> {
    const { storage = ':memory:' } = this.url;
    if (storage === ':memory:') return 'writable';
    if (await isAccessible(storage, constants.R_OK | constants.W_OK)) return 'writable';
    return (await isAccessible(storage, constants.R_OK)) ? 'read-only' : 'unreachable';
  }

  async #stateOfServer(sql: string): Promise<WriterState> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, WITHIN_MS);
    });
    try {
      const isReadOnly = await Promise.race([this.#select(sql), late]);
      if (isReadOnly) this.#leave();
      return isReadOnly ? 'read-only' : 'writable';
    } catch {
      this.#leave();
      return 'unreachable';
    } finally {
      clearTimeout(timer);
    }
  }

  /** A connection that was kept may have been closed meanwhile, by a restart of the server or on the way. */
  async #select(sql: string): Promise<boolean> {
    const kept = this.#connection;
    if (!kept) return this.#selectOver(await this.#open(), sql);
    try {
      return await this.#selectOver(await kept, sql);
    } catch (error) {
      if (this.#connection !== kept) throw error;
      this.#leave();
      return this.#selectOver(await this.#open(), sql);
    }
  }

  #selectOver(connection: DriverConnection, sql: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      connection.query(sql, (error, rows) => {
        const [{ isReadOnly = 0 } = {}] = (rows ?? []) as readonly { readonly isReadOnly?: number }[];
        return error ? reject(error) : resolve(Number(isReadOnly) !== 0);
      });
    });
  }

  #open(): Promise<DriverConnection> {
    if (!this.#connection) {
      const manager = connectionsOf<DriverConnection>(this.sequelize);
      this.#connection = manager.connect(manager.config);
      this.#connection.catch(() => undefined);
    }
    return this.#connection;
  }

  /** The next question opens another connection. */
  #leave(): void {
    const left = this.#connection;
    this.#connection = undefined;
    left?.then((connection) => connection.destroy()).catch(() => undefined);
  }
}

async function isAccessible(file: string, mode: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}
