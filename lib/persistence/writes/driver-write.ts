import type { Written } from '../dialects/dialect';
import type { DomainModel } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { databaseError, driverRows, logStatement } from '../statements/driver-rows';
import { recordFault } from '../unit-of-work/database-faults';

/**
 * Sends a statement that writes rows of a model to the driver: Sequelize's queries would search its text, values
 * included, to find out what kind of statement it is.
 *
 * @throws the errors that Sequelize throws, without the values in the statement
 */
export function sendWrite(model: DomainModel, sql: string): Promise<Written> {
  const sequelize = model.sequelize as DomainSequelize;
  return recordFault(
    model,
    sequelize.sendWrite((connection) => {
      logStatement(sequelize, connection, sql);
      return new Promise((resolve, reject) => {
        sequelize.sqlDialect.driver.write(connection, sql, (error, written) => {
          if (error) reject(databaseError(sequelize, connection, sql, error));
          else resolve(written!);
        });
      });
    }),
  );
}

/** Sends a statement with RETURNING; returns the first value of each row. */
export function sendReturning(model: DomainModel, sql: string): Promise<(number | string)[]> {
  const sequelize = model.sequelize as DomainSequelize;
  const firstOf = (row: object) => Object.values(row)[0] as number | string;
  const sent = sequelize.sendWrite((connection) => driverRows(sequelize, connection, sql, (rows) => rows.map(firstOf)));
  return recordFault(model, sent);
}
