import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { withoutDefaultScope } from '../models/default-scope';
import {
  type DomainModel,
  type Entity,
  type FieldValues,
  holdsExpression,
  modelOf,
  type StoredRow,
  storedName,
} from '../models/domain-model';
import { hasDestroyHooks, hasInsertHooks, hasUpdateHooks, mayFillFields } from '../models/write-hooks';
import { selectEntities } from '../reads/select-entities';
import { deletedAtOption } from '../statements/shared-deletion-time';
import { ownWrite } from '../unit-of-work/own-write';
import { inUnit } from '../unit-of-work/unit-of-work';
import { changeEntity, newEntity, requireFilled } from './entity-values';
import { incrementVersions } from './increment-versions';
import { incrementedVersion } from './incremented-version';
import { insertPlanned } from './insert-planned';
import { insertRows } from './insert-rows';
import { writingCode } from './plain-writes';
import { touchRoots } from './touched-roots';
import { savePlanned } from './update-planned';
import { withViolations } from './with-violations';

/** Whether domain code runs when a row of the class is inserted. */
export function hasInsertCode({ type }: EntityMetadata): boolean {
  return hasInsertHooks(modelOf(type));
}

/** The domain code that takes part in writing rows of the class: `a validator of email`, `its own save()`. */
export function writingCodeOf({ type }: EntityMetadata): readonly string[] {
  return writingCode(modelOf(type));
}

/** Whether hooks may fill fields that a payload leaves out. */
export function isFilledByHooks({ type }: EntityMetadata): boolean {
  return mayFillFields(modelOf(type));
}

/**
 * Inserts one row for each set of values, with generated keys.
 *
 * @returns in the order of the values
 * @throws InvalidEntityError when the model rejects a value; paths begin with the index of the row
 */
export async function insertEntities(
  entity: EntityMetadata,
  values: readonly FieldValues[],
): Promise<readonly StoredRow[]> {
  const model = modelOf(entity.type);
  const planned = await insertPlanned(entity, values);
  if (planned && entity.hasInvariants) touchRoots(entity, planned, true);
  if (planned) return planned;
  const rows = await newRows(entity, values);
  if (rows.length > 0) await withViolations(entity, () => insertRows(model, rows));
  if (entity.hasInvariants) touchRoots(entity, rows, true);
  const computed = rows.filter(holdsExpression);
  if (computed.length > 0) await refreshEntities(entity, computed);
  return rows;
}

/** Builds new instances; setters of computed fields may reject values. */
async function newRows(entity: EntityMetadata, values: readonly FieldValues[]): Promise<Entity[]> {
  const rows: Entity[] = [];
  for (const [index, one] of values.entries()) {
    rows.push(await withViolations(entity, async () => newEntity(entity, one), [index]));
  }
  await withViolations(entity, async () => requireFilled(entity, rows, values));
  return rows;
}

/**
 * @returns whether anything changed
 * @throws InvalidEntityError when the model rejects a value, or its column cannot store one
 */
export async function updateEntity(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
  if (entity.computed.size === 0) row.set(values);
  else await withViolations(entity, async () => changeEntity(entity, row, values));
  const hasChanged = row.changed() !== false;
  if (hasChanged) await withViolations(entity, () => saveChanged(row));
  if (hasChanged && entity.hasInvariants) touchRoots(entity, [row]);
  return hasChanged;
}

async function saveChanged(row: Entity): Promise<void> {
  if (!(await savePlanned(row))) await row.save({ ...inUnit(row.constructor as DomainModel), ...ownWrite(row) });
}

/**
 * Deletes rows of one class; if the class has hooks, one row after the other. The version of a soft-deleted row is
 * incremented, so that an instance that was read before cannot be saved.
 *
 * @param time the time of a soft delete; the current time when absent
 */
export async function removeEntities(entity: EntityMetadata, rows: readonly Entity[], time?: Date): Promise<void> {
  const model = withoutDefaultScope(modelOf(entity.type));
  const individualHooks = hasDestroyHooks(model);
  if (model.options.paranoid) await incrementVersions(entity, rows);
  // Sequelize runs the hooks of one statement side by side, but a transaction takes one query at a time.
  for (const batch of individualHooks ? rows.map((row) => [row]) : [rows]) {
    const where = { [entity.primaryKey.name]: primaryKeysOf(entity, batch) };
    const own = ownWrite(storedName(model));
    await model.destroy({ where, individualHooks, ...marking(entity, time), ...inUnit(model), ...own });
  }
}

function marking(entity: EntityMetadata, time: Date | undefined): object {
  const mark = time && deletionMarkOf(entity);
  if (!mark) return {};
  const { field } = modelOf(entity.type).getAttributes()[mark.name] as { readonly field?: string };
  return deletedAtOption(field!, time);
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
  const where = { [entity.primaryKey.name]: primaryKeysOf(entity, rows) };
  const values = { ...unlinked, ...incrementedVersion(model) };
  const own = ownWrite(storedName(model));
  await withoutDefaultScope(model).update(values as never, { where, hooks: false, validate: false, ...own });
  if (entity.hasInvariants) touchRoots(entity, rows);
}

/** Reads rows of one class again, after hooks may have changed them in the database. */
export async function refreshEntities(entity: EntityMetadata, rows: readonly StoredRow[]): Promise<void> {
  const { name } = entity.primaryKey;
  const found = await selectEntities(entity, { [name]: primaryKeysOf(entity, rows) }, { ignoresDefaultScope: true });
  const stored = new Map(found.map((one) => [String(one.get(name)), one]));
  for (const row of rows) row.set(stored.get(String(row.get(name)))?.get() ?? {}, { raw: true });
}

function primaryKeysOf({ primaryKey }: EntityMetadata, rows: readonly StoredRow[]): unknown[] {
  return rows.map((row) => row.get(primaryKey.name));
}
