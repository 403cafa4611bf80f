import { QueryTypes } from 'sequelize';
import type { Written } from '../dialects/dialect';
import type { DomainModel } from '../models/domain-model';
import { hasQueryHooks } from '../models/write-hooks';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { databaseError, driverRows, logStatement } from '../statements/driver-rows';
import { recordFault } from '../unit-of-work/database-faults';

/** A statement with the values of its placeholders; those of hooks that see all statements have none. */
export interface WriteStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Sends a statement that writes rows of a model to the driver: Sequelize's queries would search its text, values
 * included, to find out what kind of statement it is.
 *
 * @throws the errors that Sequelize throws, without the values in the statement
 */
export function sendWrite(model: DomainModel, statement: WriteStatement): Promise<Written> {
  const sequelize = model.sequelize as DomainSequelize;
  const send = hasQueryHooks(sequelize) ? queryWrite : driverWrite;
  return recordFault(model, send(sequelize, statement));
}

function driverWrite(sequelize: DomainSequelize, { sql, values }: WriteStatement): Promise<Written> {
  return sequelize.sendWrite((connection) => {
    logStatement(sequelize, connection, sql);
    return new Promise((resolve, reject) => {
      sequelize.sqlDialect.driver.write(connection, sql, values, (error, written) => {
        if (error) reject(databaseError(sequelize, connection, sql, error));
        else resolve(written!);
      });
    });
  });
}

/** By Sequelize, whose queries run hooks. */
async function queryWrite(sequelize: DomainSequelize, { sql }: WriteStatement): Promise<Written> {
  const isInsert = sql.startsWith('INSERT');
  const sent: unknown = await sequelize.query(sql, { type: (isInsert ? 'INSERT' : 'BULKUPDATE') as never });
  const [firstKey, rows] = isInsert ? (sent as [number, number]) : [0, sent];
  return { firstKey, rows: Number(rows) };
}

/** Sends an INSERT with RETURNING; returns the first value of each row. */
export function sendReturning(model: DomainModel, sql: string): Promise<(number | string)[]> {
  const sequelize = model.sequelize as DomainSequelize;
  const send = hasQueryHooks(sequelize) ? queryReturning : driverReturning;
  return recordFault(model, send(sequelize, sql)).then((rows) => rows.map(firstOf));
}

function driverReturning(sequelize: DomainSequelize, sql: string): Promise<readonly object[]> {
  return sequelize.sendWrite((connection) =>
    driverRows(sequelize, connection, sql, (rows) => rows as readonly object[]),
  );
}

/** The comment makes Sequelize treat it as a statement that returns rows. */
function queryReturning(sequelize: DomainSequelize, sql: string): Promise<readonly object[]> {
  return sequelize.query<object>(`/* keys */ ${sql}`, { type: QueryTypes.SELECT });
}

function firstOf(row: object): number | string {
  return Object.values(row)[0] as number | string;
}
