import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { withoutDefaultScope } from '../models/default-scope';
import { type Entity, modelOf, storedName } from '../models/domain-model';
import { hasRestoreHooks } from '../models/write-hooks';
import { ownWrite } from '../unit-of-work/own-write';
import { inUnit } from '../unit-of-work/unit-of-work';
import { incrementVersions } from './increment-versions';
import { touchRoots } from './touched-roots';
import { withViolations } from './with-violations';

/**
 * Restores soft-deleted rows of one class in one statement, or one row after the other if the class has hooks. Their
 * versions are incremented; `updatedAt` stays.
 *
 * @throws InvalidEntityError when the model rejects a value that a hook has set
 */
export async function restoreEntities(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  const model = withoutDefaultScope(modelOf(entity.type));
  if (hasRestoreHooks(model)) {
    for (const row of rows)
      await withViolations(entity, () => row.restore({ silent: true, ...inUnit(model), ...ownWrite(row) } as object));
    if (entity.hasInvariants) touchRoots(entity, rows);
    return;
  }
  const where = { [entity.primaryKey.name]: rows.map((row) => row.get(entity.primaryKey.name)) as string[] };
  await model.restore({ where, ...inUnit(model), ...ownWrite(storedName(model)) });
  await incrementVersions(entity, rows);
  const mark = deletionMarkOf(entity)!.name;
  for (const row of rows) row.set({ [mark]: null }, { raw: true });
}
