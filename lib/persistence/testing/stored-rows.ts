import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';

/** The number of stored rows of a class, without soft-deleted ones. */
export function countOf({ type }: EntityMetadata): Promise<number> {
  return modelOf(type).unscoped().count();
}

/** Whether a row of a class has the value, also if it is soft-deleted. */
export async function isStored({ type }: EntityMetadata, field: string, value: unknown): Promise<boolean> {
  return (
    (await modelOf(type)
      .unscoped()
      .count({ where: { [field]: value }, paranoid: false })) > 0
  );
}

/** All rows of a class in the order of their keys, including soft-deleted ones. */
export async function rowsOf({ type, primaryKey }: EntityMetadata): Promise<readonly object[]> {
  const order: [string, string][] = [[primaryKey.name, 'ASC']];
  return modelOf(type).unscoped().findAll({ raw: true, paranoid: false, order });
}
