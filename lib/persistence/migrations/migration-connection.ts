import { randomUUID } from 'node:crypto';
import type { Sequelize } from 'sequelize-typescript';

/** A connection of a driver, as far as it is used here. */
interface DriverConnection {
  /** Of sqlite3. */
  all?(sql: string, values: readonly unknown[], done: (error: Error | null, rows?: unknown) => void): void;
  /** Of mysql2. */
  query?(sql: string, values: readonly unknown[], done: (error: Error | null, rows?: unknown) => void): void;
  uuid?: string;
}

/** The rows that a SELECT gives; none for other statements. */
export type MigrationRows = readonly Record<string, unknown>[];

interface ConnectionManager {
  getConnection(options: object): Promise<DriverConnection>;
  releaseConnection(connection: DriverConnection): unknown;
}

/** One connection for itself, outside of any unit of work: locks and settings belong to it. */
export class MigrationConnection {
  private constructor(
    private readonly manager: ConnectionManager,
    private readonly connection: DriverConnection,
  ) {}

  static async open(sequelize: Sequelize): Promise<MigrationConnection> {
    const manager = (sequelize as unknown as { readonly connectionManager: ConnectionManager }).connectionManager;
    const uuid = `koaggregate-migrations-${randomUUID()}`;
    const connection = await manager.getConnection({ type: 'write', uuid });
    // By its name Sequelize closes a connection of SQLite when it is released.
    if (connection.all) connection.uuid = uuid;
    return new MigrationConnection(manager, connection);
  }

  query(sql: string, values: readonly unknown[] = []): Promise<MigrationRows> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, rows?: unknown) =>
        error ? reject(error) : resolve(Array.isArray(rows) ? (rows as MigrationRows) : []);
      if (this.connection.all) this.connection.all(sql, values, done);
      else this.connection.query!(sql, values, done);
    });
  }

  async close(): Promise<void> {
    await this.manager.releaseConnection(this.connection);
  }
}
