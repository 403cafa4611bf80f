import type { EntityMetadata } from '../../metadata';
import { type Entity, modelOf } from '../models/domain-model';
import { versionFieldOf } from '../sequelize/model-class';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { incrementVersions } from './increment-versions';
import { isIncremented, isTouched } from './root-versions';

/**
 * Follows the version of a locked root through writes of other code inside its aggregate, whatever instances that has.
 *
 * @returns to be called after these writes: if there were any, the version is incremented, unless it is already, and the
 *   instance has it
 */
export function followVersion(root: EntityMetadata, row: Entity): () => Promise<void> {
  const model = modelOf(root.type);
  const version = versionFieldOf(model);
  const key = row.get(root.primaryKey.name);
  const before = version === undefined ? null : (row.get(version) ?? null);
  const rise = isIncremented(model, key) ? 0 : 1;
  return async () => {
    if (!isTouched(model, key)) return;
    await incrementVersions(root, [row]);
    if (version === undefined || before === null) return;
    currentUnit(model.sequelize!)?.remember(row);
    row.set({ [version]: Number(before) + rise }, { raw: true });
  };
}
