import { withoutDefaultScope } from '../models/default-scope';
import { type DomainModel, type Entity, isDeletedSoftly, isOverridden } from '../models/domain-model';
import { hasDestroyHooks, runHooks } from '../models/write-hooks';
import { timestampsOf } from '../sequelize/model-class';
import { inUnit } from '../unit-of-work/unit-of-work';
import { type Matching, matchingKeys } from './matching';
import { deleteRows, updateRows } from './send-rows';

/**
 * Deletes rows by their keys in one statement, softly if the class does so; if the class has hooks for instances, one row
 * after the other.
 *
 * @param time of a soft delete
 */
export async function removeInstances(model: DomainModel, rows: readonly Entity[], time = new Date()): Promise<void> {
  if (!hasDestroyHooks(model)) return removeMatching(model, matchingKeys(model, rows), time);
  for (const row of rows) await removeMatching(model, matchingKeys(model, [row]), time, row);
}

/**
 * Deletes rows that match, with the hooks of the instance if they are those of one row, and with the hooks of a bulk delete, whose options have the same members as those of Sequelize's
 * `destroy`.
 */
export async function removeMatching(
  model: DomainModel,
  matching: Matching,
  time = new Date(),
  instance?: Entity,
): Promise<void> {
  if (matching.some(([, values]) => values.length === 0)) return;
  const where = Object.fromEntries(matching.map(([{ name }, values]) => [name, values]));
  const options = { where, hooks: true, individualHooks: instance !== undefined, force: false, ...inUnit(model) };
  if (isOverridden(model, 'destroy')) return void (await withoutDefaultScope(model).destroy(options as object));
  await runHooks(model, 'beforeBulkDestroy', options);
  if (instance) await runHooks(model, 'beforeDestroy', instance, options);
  if (isDeletedSoftly(model)) await updateRows(model, { [timestampsOf(model).deletedAt!]: time }, matching);
  else await deleteRows(model, matching);
  if (instance) await runHooks(model, 'afterDestroy', instance, options);
  await runHooks(model, 'afterBulkDestroy', options);
}
