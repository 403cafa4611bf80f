import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';

/** The number of stored rows of a class, without soft-deleted ones. */
export function countOf({ type }: EntityMetadata): Promise<number> {
  return modelOf(type).unscoped().count();
}

/** All rows of a class in the order of their keys, including soft-deleted ones. */
export async function rowsOf({ type, primaryKey }: EntityMetadata): Promise<readonly object[]> {
  const order: [string, string][] = [[primaryKey.name, 'ASC']];
  return modelOf(type).unscoped().findAll({ raw: true, paranoid: false, order });
}
