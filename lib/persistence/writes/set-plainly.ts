import type { EntityMetadata } from '../../metadata';
import { withoutDefaultScope } from '../models/default-scope';
import { type Entity, modelOf, storedName } from '../models/domain-model';
import { ownWrite } from '../unit-of-work/own-write';
import { inUnit } from '../unit-of-work/unit-of-work';

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
  const where = { [entity.primaryKey.name]: rows.map((row) => row.get(entity.primaryKey.name)) };
  const options = { silent: true, hooks: false, validate: false, ...inUnit(model), ...ownWrite(storedName(model)) };
  await withoutDefaultScope(model).update({ [field]: value } as never, { where, paranoid: false, ...options });
}
