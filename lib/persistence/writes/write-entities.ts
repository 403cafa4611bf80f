import type { EntityMetadata } from '../../metadata';
import { everyRow } from '../models/default-scope';
import {
  type DomainModel,
  type Entity,
  type FieldValues,
  holdsExpression,
  modelOf,
  type StoredRow,
} from '../models/domain-model';
import { hasDestroyHooks, hasInsertHooks, hasUpdateHooks, mayFillFields } from '../models/write-hooks';
import { selectEntities } from '../reads/select-entities';
import { inUnit } from '../unit-of-work/unit-of-work';
import { insertPlanned } from './insert-planned';
import { insertRows } from './insert-rows';
import { raisedVersion, raiseVersions } from './raise-versions';
import { refusing } from './refused-values';
import { savePlanned } from './update-planned';

/** Whether code of the domain runs when a row of the class is inserted. */
export function hasInsertCode({ type }: EntityMetadata): boolean {
  return hasInsertHooks(modelOf(type));
}

/** Whether that code may fill fields which a payload leaves out. */
export function isFilledByHooks({ type }: EntityMetadata): boolean {
  return mayFillFields(modelOf(type));
}

/**
 * Inserts one row for each set of values, and gives them their generated keys.
 *
 * @returns in the order of the values
 * @throws InvalidEntityError when the model refuses a value; paths begin with the index of the row
 */
export async function insertEntities(
  entity: EntityMetadata,
  values: readonly FieldValues[],
): Promise<readonly StoredRow[]> {
  const model = modelOf(entity.type);
  const planned = await insertPlanned(entity, values);
  if (planned) return planned;
  const rows = values.map((one) => model.build(one as never));
  if (rows.length > 0) await refusing(entity, () => insertRows(model, rows));
  const computed = rows.filter(holdsExpression);
  if (computed.length > 0) await refreshEntities(entity, computed);
  return rows;
}

/**
 * @returns whether anything changed
 * @throws InvalidEntityError when the model refuses a value, or its column could not hold one
 */
export async function updateEntity(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
  const hasChanged = row.set(values).changed() !== false;
  if (hasChanged) await refusing(entity, () => saveChanged(row));
  return hasChanged;
}

async function saveChanged(row: Entity): Promise<void> {
  if (!(await savePlanned(row))) await row.save(inUnit(row.constructor as DomainModel));
}

/**
 * Deletes rows of one class; hooks run for each where the class has any, one row after the other. The version of a row
 * that stays, since it is deleted softly, is raised: who has read it before must not save it.
 */
export async function removeEntities(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  const model = everyRow(modelOf(entity.type));
  const individualHooks = hasDestroyHooks(model);
  if (model.options.paranoid) await raiseVersions(entity, rows);
  // Sequelize runs the hooks of one statement side by side, but a transaction takes one query at a time.
  for (const batch of individualHooks ? rows.map((row) => [row]) : [rows]) {
    const where = { [entity.primaryKey.name]: primaryKeysOf(entity, batch) };
    await model.destroy({ where, individualHooks, ...inUnit(model) });
  }
}

/** Takes the foreign key from rows of one class, in one statement, or where the class has hooks one row after the other. */
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
  const values = { ...unlinked, ...raisedVersion(model) };
  await everyRow(model).update(values as never, { where, hooks: false, validate: false });
}

/** Reads rows of one class again, for work that may have changed them behind the back of who holds them. */
export async function refreshEntities(entity: EntityMetadata, rows: readonly StoredRow[]): Promise<void> {
  const { name } = entity.primaryKey;
  const found = await selectEntities(entity, { [name]: primaryKeysOf(entity, rows) }, { isEveryRow: true });
  const stored = new Map(found.map((one) => [String(one.get(name)), one]));
  for (const row of rows) row.set(stored.get(String(row.get(name)))?.get() ?? {}, { raw: true });
}

function primaryKeysOf({ primaryKey }: EntityMetadata, rows: readonly StoredRow[]): unknown[] {
  return rows.map((row) => row.get(primaryKey.name));
}
