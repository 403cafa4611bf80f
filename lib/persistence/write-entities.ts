import type { EntityMetadata } from '../metadata';
import { columnViolations } from './column-violations';
import { type Entity, holdsExpression, modelOf } from './domain-model';
import type { FieldValues } from './field-values';
import { insertRows } from './insert-rows';
import { refusing } from './refused-values';
import { selectEntities } from './select-entities';
import { InvalidEntityError } from './violations';
import { hasDestroyHooks } from './write-hooks';

/**
 * Inserts one row for each set of values, and gives them their generated keys.
 *
 * @returns in the order of the values
 * @throws InvalidEntityError when the model refuses a value; paths begin with the index of the row
 */
export async function insertEntities(entity: EntityMetadata, values: readonly FieldValues[]): Promise<Entity[]> {
  const model = modelOf(entity.type);
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
  const violations = hasChanged ? columnViolations(entity, row, values) : [];
  if (violations.length > 0) throw new InvalidEntityError(violations);
  if (hasChanged) await refusing(entity, () => row.save());
  return hasChanged;
}

/** Deletes rows of one class; hooks run for each where the class has any, one row after the other. */
export async function removeEntities(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  const model = modelOf(entity.type);
  const individualHooks = hasDestroyHooks(model);
  // Sequelize runs the hooks of one statement side by side, but a transaction takes one query at a time.
  for (const batch of individualHooks ? rows.map((row) => [row]) : [rows]) {
    await model.destroy({ where: { [entity.primaryKey.name]: primaryKeysOf(entity, batch) }, individualHooks });
  }
}

/** Reads rows of one class again, for work that may have changed them behind the back of who holds them. */
export async function refreshEntities(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  const { name } = entity.primaryKey;
  const found = await selectEntities(entity, { [name]: primaryKeysOf(entity, rows) });
  const stored = new Map(found.map((one) => [String(one.get(name)), one]));
  for (const row of rows) row.set((stored.get(String(row.get(name)))?.get() ?? {}) as never, { raw: true });
}

function primaryKeysOf({ primaryKey }: EntityMetadata, rows: readonly Entity[]): unknown[] {
  return rows.map((row) => row.get(primaryKey.name));
}
