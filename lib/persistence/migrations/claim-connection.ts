import { ConnectionError } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import type { DriverError } from '../dialects/errors';
import { knownErrors } from '../dialects/known-errors';
import { SchemaConnection } from '../schema/execution/schema-connection';

interface LostError {
  /** Set by mysql2 if the connection has ended. */
  readonly fatal?: boolean;
}

/** Whether a statement failed because of another process, so that it may succeed when it is sent again. */
export function isConflict(error: unknown): boolean {
  return knownErrors.isConflict(error as DriverError);
}

/** Whether another process has created the table or the row. */
export function isTaken(error: unknown): boolean {
  return knownErrors.isTaken(error as DriverError);
}

/** Whether the connection was lost, so that the server may have carried out the statement. */
export function isConnectionLost(error: unknown): boolean {
  return (error as LostError).fatal === true || error instanceof ConnectionError;
}

/** The connection of a claim, which is opened again when it is lost. */
export class ClaimConnection {
  #opened?: Promise<SchemaConnection>;

  constructor(private readonly sequelize: Sequelize) {}

  async run<T>(work: (connection: SchemaConnection) => Promise<T>): Promise<T> {
    this.#opened ??= SchemaConnection.open(this.sequelize);
    const opened = this.#opened;
    try {
      return await work(await opened);
    } catch (error) {
      if (isConnectionLost(error) && this.#opened === opened) await this.close();
      throw error;
    }
  }

  /** Runs work in a transaction. */
  inTransaction<T>(work: (connection: SchemaConnection) => Promise<T>): Promise<T> {
    return this.run(async (connection) => {
      await connection.query('START TRANSACTION');
      try {
        const result = await work(connection);
        await connection.query('COMMIT');
        return result;
      } catch (error) {
        await connection.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then((connection) => connection.close()).catch(() => undefined);
  }
}
