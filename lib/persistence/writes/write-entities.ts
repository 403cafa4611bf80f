import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { hasInsertHooks, hasUpdateHooks, mayFillFields } from '../models/write-hooks';
import { changeEntity } from './entity-values';
import { incrementVersions } from './increment-versions';
import { incrementedVersion } from './incremented-version';
import { matchingKeys } from './matching';
import { removeInstances } from './remove-rows';
import { isIncremented } from './root-versions';
import { rowPlanOf } from './row-plan';
import { saveChanges } from './save-changes';
import { updateRows } from './send-rows';
import { touchRoots } from './touched-roots';
import { withViolations } from './with-violations';
import { writingCode } from './writing-code';

/** Whether domain code runs when a row of the class is inserted. */
export function hasInsertCode({ type }: EntityMetadata): boolean {
  return hasInsertHooks(modelOf(type));
}

/** Whether domain code besides hooks runs on instances when rows of the class are written, such as a setter. */
export function hasWritingCode({ type }: EntityMetadata): boolean {
  return writingCode(modelOf(type)).runsOnInstances;
}

/** Whether hooks may fill fields that a payload leaves out. */
export function isFilledByHooks({ type }: EntityMetadata): boolean {
  return mayFillFields(modelOf(type));
}

/**
 * @returns whether anything changed
 * @throws InvalidEntityError when the model rejects a value, or its column cannot store one
 */
export async function updateEntity(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
  if (entity.computed.size === 0) row.set(values);
  else await withViolations(entity, async () => changeEntity(entity, row, values));
  const hasChanged = row.changed() !== false;
  if (hasChanged) await withViolations(entity, () => saveChanges(row));
  if (hasChanged) touchRoots(entity, [row]);
  return hasChanged;
}

/**
 * Deletes rows of one class; if the class has hooks, one row after the other. The version of a soft-deleted row is
 * incremented, so that an instance that was read before cannot be saved.
 *
 * @param time the time of a soft delete; the current time when absent
 */
export async function removeEntities(entity: EntityMetadata, rows: readonly Entity[], time?: Date): Promise<void> {
  const model = modelOf(entity.type);
  if (deletionMarkOf(entity)) await incrementVersions(entity, rows);
  await removeInstances(model, rows, time);
}

/** Sets the foreign key of rows to null: in one statement, or if the class has hooks one row after the other. */
export async function unlinkEntities(
  entity: EntityMetadata,
  foreignKey: string,
  rows: readonly Entity[],
): Promise<void> {
  const model = modelOf(entity.type);
  const unlinked = { [foreignKey]: null };
  if (hasUpdateHooks(model)) {
    for (const row of rows) await updateEntity(entity, row, unlinked);
    return;
  }
  const { updatedAt } = rowPlanOf(model);
  const changes = { ...unlinked, ...(updatedAt && { [updatedAt.name]: new Date() }) };
  const due = rows.filter((row) => !isIncremented(model, row.get(entity.primaryKey.name)));
  await updateRows(model, { ...changes, ...incrementedVersion(model) }, matchingKeys(model, due));
  const counted = new Set(due);
  const others = rows.filter((row) => !counted.has(row));
  await updateRows(model, changes, matchingKeys(model, others));
  touchRoots(entity, rows);
}

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
