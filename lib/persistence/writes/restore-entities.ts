import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { withoutDefaultScope } from '../models/default-scope';
import { type Entity, modelOf, storedName } from '../models/domain-model';
import { hasRestoreHooks } from '../models/write-hooks';
import { ownWrite } from '../unit-of-work/own-write';
import { inUnit } from '../unit-of-work/unit-of-work';
import { raiseVersions } from './raise-versions';
import { refusing } from './refused-values';
import { touchRoots } from './touched-roots';

/**
 * Brings rows of one class back that were deleted softly, in one statement; where the class has hooks one row after the
 * other, with what the hooks change of it. Their versions are raised; when they were last changed stays.
 *
 * @throws InvalidEntityError when the model refuses what a hook has changed
 */
export async function restoreEntities(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  const model = withoutDefaultScope(modelOf(entity.type));
  if (hasRestoreHooks(model)) {
    for (const row of rows)
      await refusing(entity, () => row.restore({ silent: true, ...inUnit(model), ...ownWrite(row) } as object));
    if (entity.hasInvariants) touchRoots(entity, rows);
    return;
  }
  const where = { [entity.primaryKey.name]: rows.map((row) => row.get(entity.primaryKey.name)) as string[] };
  await model.restore({ where, ...inUnit(model), ...ownWrite(storedName(model)) });
  await raiseVersions(entity, rows);
  const mark = deletionMarkOf(entity)!.name;
  for (const row of rows) row.set({ [mark]: null }, { raw: true });
}
