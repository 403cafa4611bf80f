import type { Sequelize } from 'sequelize-typescript';
import { grouped } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import { type StoredForeignKey, StoredForeignKeys } from '../models/stored-foreign-keys';
import { selectOf } from '../tables/rows';

interface KeyRow extends StoredForeignKey {
  /** Identifies the foreign key among those of its table. */
  readonly name: string | number;
}

/** Reads the foreign keys of all tables in one query. Those of several columns are left out: no association has one. */
export async function readForeignKeys(sequelize: Sequelize): Promise<StoredForeignKeys> {
  const rows = await selectOf(sequelize)<KeyRow>(dialectOf(sequelize).schema.catalogue.foreignKeys);
  const ofOneColumn = [...grouped(rows, nameOf).values()].filter(({ length }) => length === 1);
  return new StoredForeignKeys(ofOneColumn.flat());
}

function nameOf({ table, name }: KeyRow): string {
  return JSON.stringify([table, name]);
}
