import type { AggregateMetadata } from '../../metadata';
import { type Entity, modelOf } from '../models/domain-model';
import { keySelection, withVersion } from '../reads/key-selection';
import { selectEntities } from '../reads/select-entities';
import { valuesOf } from '../sequelize/instance';
import { versionFieldOf } from '../sequelize/model-class';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { setPlainly } from './set-plainly';

/**
 * Sets the version of a root to one more than before the unit of work, however often the unit has written inside the
 * aggregate, and in the row too. Nobody else has seen the versions in between, since the root is locked.
 *
 * @param row the root as it was locked, before anything was written
 */
export async function settleVersion(aggregate: AggregateMetadata, row: Entity): Promise<void> {
  const { type, primaryKey } = aggregate.root;
  const model = modelOf(type);
  const name = versionFieldOf(model);
  const before = name === undefined ? undefined : row.get(name);
  const unit = currentUnit(model.sequelize!);
  if (name === undefined || typeof before !== 'number' || !unit) return;
  const where = { [primaryKey.name]: row.get(primaryKey.name) as string };
  const selection = withVersion(keySelection(aggregate.root));
  const [found] = await selectEntities(aggregate.root, where, { selection, ignoresDefaultScope: true });
  if (!found) return;
  const touched = unit.journal?.touchedOf(type)?.get(String(row.get(primaryKey.name)));
  const isIncrementedLater = touched?.isIncremented === false;
  if (touched) touched.isIncremented = true;
  const now = Number(found.get(name));
  if (!isIncrementedLater && now === before) return;
  const once = before + 1;
  if (now !== once) await setPlainly(aggregate.root, name, [row], once);
  valuesOf(row)[name] = once;
}
