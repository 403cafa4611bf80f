import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { type Entity, modelOf } from '../models/domain-model';
import { hasRestoreHooks, runHooks } from '../models/write-hooks';
import { inUnit } from '../unit-of-work/unit-of-work';
import { incrementVersions } from './increment-versions';
import { type ColumnMatch, matchingKeys } from './matching';
import { updateRows } from './send-rows';
import { touchRoots } from './touched-roots';
import { withViolations } from './with-violations';

/**
 * Restores soft-deleted rows of one class in one statement, or one row after the other if the class has hooks. Their
 * versions are incremented; `updatedAt` stays.
 *
 * @throws InvalidEntityError when the model rejects a value that a hook has set
 */
export async function restoreEntities(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  const model = modelOf(entity.type);
  if (hasRestoreHooks(model)) {
    for (const row of rows) {
      await withViolations(entity, () => row.restore({ silent: true, ...inUnit(model) } as object));
    }
    touchRoots(entity, rows);
    return;
  }
  const matching = matchingKeys(model, rows);
  const [[key, keys]] = matching as [ColumnMatch];
  const mark = deletionMarkOf(entity)!.name;
  const options = { where: { [key.name]: keys }, hooks: true, ...inUnit(model) };
  await runHooks(model, 'beforeBulkRestore', options);
  await updateRows(model, { [mark]: null }, matching);
  await runHooks(model, 'afterBulkRestore', options);
  await incrementVersions(entity, rows);
  for (const row of rows) row.set({ [mark]: null }, { raw: true });
}
