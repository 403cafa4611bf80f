import type { Sequelize } from 'sequelize-typescript';
import { storedName } from '../models/domain-model';
import { uniqueChildKeys } from '../models/unique-child-keys';
import { find, sameSet, type TableShape } from '../tables/table-shape';
import { modelsOf } from './compare-schema';
import { storedShapes } from './shapes/stored-shapes';

/** Logs single children without a unique index: a second row of one parent would lead to a 409. */
export async function logMissingUniqueIndexes(sequelize: Sequelize, log: (line: string) => void): Promise<void> {
  const keys = uniqueChildKeys(modelsOf(sequelize));
  if (keys.length === 0) return;
  const stored = await storedShapes(sequelize);
  for (const [model, field] of keys) {
    const column = model.getAttributes()[field]!.field!;
    const table = storedName(model);
    const existing = find(stored, table);
    if (!existing || isUnique(existing, column)) continue;
    log(
      `The table ${table} has no unique index on ${column}, by which each row is the single child of another: CREATE UNIQUE INDEX ${table}_${column}_unique ON ${table} (${column}).`,
    );
  }
}

function isUnique({ primaryKey, indexes }: TableShape, column: string): boolean {
  const uniques = indexes.filter(({ isUnique: unique, isSpecial }) => unique && !isSpecial);
  return [primaryKey, ...uniques.map(({ columns }) => columns)].some((columns) => sameSet(columns, [column]));
}
