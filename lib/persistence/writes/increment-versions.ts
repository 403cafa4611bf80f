import type { EntityMetadata } from '../../metadata';
import { type Entity, isModelInstance, modelOf, type StoredRow } from '../models/domain-model';
import { valuesOf } from '../sequelize/instance';
import { versionFieldOf } from '../sequelize/model-class';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { incrementVersionsAt } from './incremented-version';
import { isIncremented, isTouched } from './root-versions';
import type { LockedRoots } from './row-locks';
import { touchRoots } from './touched-roots';

/**
 * Increments the version of rows by one, in one statement. Roots are noted, so that a unit of work increments each of them
 * once, and their invariants are checked before COMMIT.
 */
export async function incrementVersions(entity: EntityMetadata, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  const model = modelOf(entity.type);
  const version = versionFieldOf(model);
  const keyOf = (row: StoredRow) => row.get(entity.primaryKey.name);
  const due = rows.filter((row) => !isIncremented(model, keyOf(row)));
  await incrementVersionsAt(model, due.map(keyOf));
  if (version !== undefined) for (const row of due) if (isModelInstance(row)) incrementKnown(row, version);
  touchRoots(entity, due);
}

/** {@link incrementVersions} for all roots of changed entities. */
export async function incrementVersionsOf(owningRoots: readonly LockedRoots[]): Promise<void> {
  for (const { aggregate, roots } of owningRoots) await incrementVersions(aggregate.root, roots);
}

/** Increments the version in the instance, if it was loaded. */
function incrementKnown(row: Entity, name: string): void {
  const values = valuesOf(row);
  const before = values[name] ?? null;
  if (before === null) return;
  currentUnit(row.sequelize)?.remember(row);
  values[name] = Number(before) + 1;
}

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
