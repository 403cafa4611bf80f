import { QueryTypes } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';

/** Sends a SELECT on the catalogue of a database. */
export type Select = <T extends object>(sql: string) => Promise<readonly T[]>;

export function selectOf(sequelize: Sequelize): Select {
  return <T extends object>(sql: string) => sequelize.query<T>(sql, { type: QueryTypes.SELECT });
}
