import { randomUUID } from 'node:crypto';
import type { Sequelize } from 'sequelize-typescript';
import { runUnbounded } from '../../../foundation';
import { dialectOf } from '../../dialects/dialect-of';
import { closeBesidePool, connectionsOf, openBesidePool } from '../../sequelize/connections';

type Done = (this: { readonly changes?: number } | undefined, error: Error | null, result?: unknown) => void;

/** The methods of a driver's connection that are used here. */
interface DriverConnection {
  /** Of sqlite3. */
  all?(sql: string, values: readonly unknown[], done: Done): void;
  /** Of sqlite3. */
  run?(sql: string, values: readonly unknown[], done: Done): void;
  /** Of mysql2. */
  query?(sql: string, values: readonly unknown[], done: Done): void;
  uuid?: string;
}

/** The rows of a SELECT; empty for other statements. */
export type StatementRows = readonly Record<string, unknown>[];

/**
 * A connection outside of any unit of work, since settings belong to a connection. It is not taken from the pool, which
 * may have a single connection.
 */
export class SchemaConnection {
  private constructor(
    private readonly sequelize: Sequelize,
    private readonly connection: DriverConnection,
  ) {}

  static async open(sequelize: Sequelize): Promise<SchemaConnection> {
    if (dialectOf(sequelize).driver.hasPool) {
      const opened = new SchemaConnection(sequelize, await openBesidePool<DriverConnection>(sequelize));
      await opened.#seeCommits();
      return opened;
    }
    const uuid = `koaggregate-schema-${randomUUID()}`;
    const connection = await connectionsOf<DriverConnection>(sequelize).getConnection({ type: 'write', uuid });
    // Sequelize finds a connection of SQLite by its uuid to close it.
    connection.uuid = uuid;
    return new SchemaConnection(sequelize, connection);
  }

  query(sql: string, values: readonly unknown[] = []): Promise<StatementRows> {
    return new Promise((resolve, reject) => {
      const done: Done = (error, rows) =>
        error ? reject(error) : resolve(Array.isArray(rows) ? (rows as StatementRows) : []);
      if (this.connection.all) this.connection.all(sql, values, done);
      else this.#sendToServer(sql, values, done);
    });
  }

  /** Sends a statement that writes. @returns the number of rows that it has changed */
  execute(sql: string, values: readonly unknown[] = []): Promise<number> {
    return new Promise((resolve, reject) => {
      const done: Done = function (error, result) {
        const changed = this?.changes ?? (result as { readonly affectedRows?: number } | undefined)?.affectedRows;
        if (error) reject(error);
        else resolve(changed ?? 0);
      };
      if (this.connection.run) this.connection.run(sql, values, done);
      else this.#sendToServer(sql, values, done);
    });
  }

  /** Ends the connection, since statements may have changed its settings or left a transaction open. */
  close(): Promise<void> {
    return this.connection.run
      ? connectionsOf(this.sequelize).destroyConnection(this.connection)
      : closeBesidePool(this.sequelize, this.connection);
  }

  /** A change of a table takes as long as the table is large. */
  #sendToServer(sql: string, values: readonly unknown[], done: Done): void {
    runUnbounded(() => this.connection.query!(sql, values, done));
  }

  /** On a cluster, makes reads wait for what other nodes have committed. Servers without the setting need none. */
  async #seeCommits(): Promise<void> {
    await this.query('SET SESSION wsrep_sync_wait = 1').catch(() => undefined);
  }
}
