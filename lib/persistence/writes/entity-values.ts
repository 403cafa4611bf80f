import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { codecOf, InvalidEntityError, type Violation } from '../../values';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { mayFillFields } from '../models/write-hooks';
import { computedValue } from '../reads/computed-values';
import { settersOf } from '../sequelize/model-class';

type ComputedValue = readonly [field: FieldMetadata, value: unknown];

/** The values of columns, without those of computed fields. */
export function columnValues({ computed }: EntityMetadata, values: FieldValues): FieldValues {
  if (computed.size === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !computed.has(name)));
}

/** The values of computed fields, which have setters. */
function computedIn({ computed }: EntityMetadata, values: FieldValues): ComputedValue[] {
  if (computed.size === 0) return [];
  return Object.entries(values).flatMap(([name, value]): ComputedValue[] => {
    const field = computed.get(name);
    return field ? [[field, value]] : [];
  });
}

/** Sets the computed fields of a new entity, whose columns have their values. */
export function setComputed(entity: EntityMetadata, row: Entity, values: FieldValues): void {
  for (const [{ name }, value] of computedIn(entity, values)) Reflect.set(row, name, value);
}

/** A new, unsaved entity with these values and the defaults of other fields. */
export function newEntity(entity: EntityMetadata, values: FieldValues): Entity {
  const row = modelOf(entity.type).build(columnValues(entity, values) as never);
  setComputed(entity, row, values);
  return row;
}

/** Sets values of a stored entity. A computed field with its current value is not set, and changes no columns. */
export function changeEntity(entity: EntityMetadata, row: Entity, values: FieldValues): void {
  const changed = computedIn(entity, values).filter(([field, value]) => !hasValue(entity, row, field, value));
  row.set(columnValues(entity, values));
  for (const [{ name }, value] of changed) Reflect.set(row, name, value);
}

function hasValue(entity: EntityMetadata, row: Entity, field: FieldMetadata, value: unknown): boolean {
  if (field.access !== 'open') return false;
  const { write } = codecOf(field.type);
  const form = (one: unknown) => JSON.stringify((one ?? null) === null ? null : write(one));
  return form(computedValue(entity, row, field)) === form(value);
}

/**
 * Checks required columns after setters have run, which may have filled them.
 *
 * @throws InvalidEntityError for columns that need a value and have none; each path begins with the index of the row
 */
export function requireFilled(entity: EntityMetadata, rows: readonly Entity[], values: readonly FieldValues[]): void {
  const model = modelOf(entity.type);
  if (entity.computed.size === 0 || mayFillFields(model)) return;
  const violations = rows.flatMap((row, index) => {
    if (computedIn(entity, values[index]!).length === 0) return [];
    return missingColumns(entity, row).map((name): Violation => ({ path: [index, name], message: 'is required' }));
  });
  if (violations.length > 0) throw new InvalidEntityError(violations);
}

function missingColumns({ fields }: EntityMetadata, row: Entity): string[] {
  return [...fields.values()]
    .filter(
      ({ origin, isNullable, name }) => origin === 'payload' && !isNullable && row.getDataValue(name as never) == null,
    )
    .map(({ name }) => name);
}

/**
 * The current value of a field, to which a patch is applied: that of the column, since a getter may show less than is
 * stored. A setter takes what the getter returns, so that with one the getter counts.
 */
export function valueToPatch(entity: EntityMetadata, row: Entity, field: FieldMetadata): unknown {
  if (field.sources) return computedValue(entity, row, field);
  const setters = settersOf(modelOf(entity.type));
  return Object.hasOwn(setters, field.name) ? row.get(field.name) : row.getDataValue(field.name as never);
}
