import { randomUUID } from 'node:crypto';
import type { Sequelize } from 'sequelize-typescript';

/** The methods of a driver's connection that are used here. */
interface DriverConnection {
  /** Of sqlite3. */
  all?(sql: string, values: readonly unknown[], done: (error: Error | null, rows?: unknown) => void): void;
  /** Of mysql2. */
  query?(sql: string, values: readonly unknown[], done: (error: Error | null, rows?: unknown) => void): void;
  uuid?: string;
}

/** The rows of a SELECT; empty for other statements. */
export type MigrationRows = readonly Record<string, unknown>[];

interface ConnectionManager {
  getConnection(options: object): Promise<DriverConnection>;
  destroyConnection(connection: DriverConnection): Promise<void>;
}

/** A connection outside of any unit of work, since locks and settings belong to a connection. */
export class MigrationConnection {
  private constructor(
    private readonly manager: ConnectionManager,
    private readonly connection: DriverConnection,
  ) {}

  static async open(sequelize: Sequelize): Promise<MigrationConnection> {
    const manager = (sequelize as unknown as { readonly connectionManager: ConnectionManager }).connectionManager;
    const uuid = `koaggregate-migrations-${randomUUID()}`;
    const connection = await manager.getConnection({ type: 'write', uuid });
    // Sequelize finds a connection of SQLite by its uuid to close it.
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

  /** Ends the connection, since a migration may have changed its settings or left a transaction open. */
  close(): Promise<void> {
    return this.manager.destroyConnection(this.connection);
  }
}
