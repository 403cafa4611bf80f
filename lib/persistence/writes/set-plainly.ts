import type { EntityMetadata } from '../../metadata';
import { type Entity, modelOf } from '../models/domain-model';
import { matchingKeys } from './matching';
import { updateRows } from './send-rows';

/**
 * Sets a field of rows in the database, in one statement, such as to null so that other rows can take its values. The
 * instances, the versions and `updatedAt` stay as they are: the rows are about to be written.
 */
export async function setPlainly(
  entity: EntityMetadata,
  field: string,
  rows: readonly Entity[],
  value: unknown,
): Promise<void> {
  const model = modelOf(entity.type);
  await updateRows(model, { [field]: value }, matchingKeys(model, rows));
}
