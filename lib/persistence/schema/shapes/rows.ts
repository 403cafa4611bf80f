import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';

/** The rows of a SELECT on the catalogue of the database. */
export function rowsOf<T extends object>(sequelize: Sequelize, sql: string, replacements: object = {}): Promise<T[]> {
  return sequelize.query<T>(sql, { replacements: replacements as Record<string, unknown>, type: QueryTypes.SELECT });
}
