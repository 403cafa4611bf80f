import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';

/** How many of a class are stored, those left out that were deleted softly. */
export function countOf({ type }: EntityMetadata): Promise<number> {
  return modelOf(type).unscoped().count();
}

/** All rows of a class in the order of their keys, those too that were deleted softly. */
export async function rowsOf({ type, primaryKey }: EntityMetadata): Promise<readonly object[]> {
  const order: [string, string][] = [[primaryKey.name, 'ASC']];
  return modelOf(type).unscoped().findAll({ raw: true, paranoid: false, order });
}
