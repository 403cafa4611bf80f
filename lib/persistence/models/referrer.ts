import type { EntityMetadata } from '../../metadata';
import { type Entity, modelOf } from './domain-model';
import { columnsReferringTo } from './referring-columns';

/**
 * The name of a class with entities that refer to one of the rows, and keep it from being deleted.
 *
 * @returns undefined when no model tells of such a foreign key
 */
export async function referrerOf({ type }: EntityMetadata, rows: readonly Entity[]): Promise<string | undefined> {
  for (const { model, field, referred, databaseRule } of columnsReferringTo(modelOf(type))) {
    if (databaseRule !== 'restrict') continue;
    const where = { [field]: rows.map((row) => row.get(referred) as string) };
    const found = await model.unscoped().findOne({ where, attributes: [field], raw: true, paranoid: false });
    if (found) return model.name;
  }
  return undefined;
}
