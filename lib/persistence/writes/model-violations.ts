import { type ModelAttributeColumnOptions, Utils } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import type { Violation } from '../../values';
import { type DomainModel, type Entity, type FieldValues, modelOf, type RowValues } from '../models/domain-model';
import { classifyDatabaseError } from '../unit-of-work/database-faults';
import { columnValues } from './entity-values';
import { withoutSecret } from './with-violations';

/**
 * The violations of the model's own validators (`@IsEmail`, `@Min`, `@Length` …), before anything is written.
 *
 * Validators that are functions may read other fields, and run only for a whole entity. The validators of a model with a
 * hook `beforeValidate` run only when it is saved.
 *
 * @param isWhole whether these are all values of the entity
 */
export async function modelViolations(
  entity: EntityMetadata,
  values: FieldValues,
  isWhole: boolean,
): Promise<readonly Violation[]> {
  const model = modelOf(entity.type);
  if (!hasValidators(entity) || model.hasHook('beforeValidate')) return [];
  const own = columnValues(entity, values);
  // The columns that setters of computed fields fill are known only when the entity is written.
  const skip = skipped(model, own, isWhole && !hasComputed(entity, values));
  return violationsOf(entity, model.build(own as never), skip);
}

/**
 * The violations of the model's validators by a stored row with its changes, as its update runs them: those that are
 * functions included.
 */
export async function changeViolations(
  entity: EntityMetadata,
  row: Entity,
  changes: FieldValues,
): Promise<readonly Violation[]> {
  const model = modelOf(entity.type);
  if (!hasValidators(entity) || model.hasHook('beforeValidate')) return [];
  const changed = model.build({ ...(row as Entity & RowValues).dataValues } as never, {
    isNewRecord: false,
    raw: true,
  });
  changed.set(columnValues(entity, changes));
  const names = new Set<string>(changed.changed() || []);
  if (names.size === 0) return [];
  const skip = Object.keys(model.getAttributes()).filter((name) => !names.has(name));
  return violationsOf(entity, changed, skip);
}

/** @param skip the columns that are not validated */
async function violationsOf(entity: EntityMetadata, row: Entity, skip: string[]): Promise<readonly Violation[]> {
  try {
    await row.validate({ skip, hooks: false });
    return [];
  } catch (error) {
    const fault = classifyDatabaseError(error);
    if (fault?.kind !== 'invalid') throw error;
    return fault.violations.map((violation) => withoutSecret(entity, violation));
  }
}

/** The values of a new entity, with the defaults of the columns, except for those that the database computes. */
export function withDefaults(entity: EntityMetadata, values: FieldValues): FieldValues {
  const row = modelOf(entity.type).build(columnValues(entity, values) as never);
  const all = [...entity.fields.keys()].map((name) => [name, row.get(name) as unknown] as const);
  return Object.fromEntries(all.filter(([, value]) => !(value instanceof Utils.SequelizeMethod)));
}

function hasComputed({ computed }: EntityMetadata, values: FieldValues): boolean {
  return Object.keys(values).some((name) => computed.has(name));
}

type Validators = Readonly<Record<string, unknown>>;

const known = new WeakMap<DomainModel, boolean>();

/** Whether the model has validators of its own. */
export function hasValidators({ type }: EntityMetadata): boolean {
  const model = modelOf(type);
  const before = known.get(model);
  if (before !== undefined) return before;
  const columns = Object.values(model.getAttributes()) as ModelAttributeColumnOptions[];
  const found = Object.keys(ofWhole(model)).length > 0 || columns.some((one) => Object.keys(ofColumn(one)).length > 0);
  known.set(model, found);
  return found;
}

function skipped(model: DomainModel, values: FieldValues, isWhole: boolean): string[] {
  const columns = Object.entries(model.getAttributes()) as [string, ModelAttributeColumnOptions][];
  const skippedColumns = columns.filter(([name, column]) => !(name in values) || (!isWhole && hasFunction(column)));
  return [...skippedColumns.map(([name]) => name), ...(isWhole ? [] : Object.keys(ofWhole(model)))];
}

/** Whether a column has a validator that is a function, which may read other fields. */
function hasFunction(column: ModelAttributeColumnOptions): boolean {
  return Object.values(ofColumn(column)).some((validator) => typeof validator === 'function');
}

function ofColumn({ validate = {} }: ModelAttributeColumnOptions): Validators {
  return validate as Validators;
}

function ofWhole({ options: { validate = {} } }: DomainModel): Validators {
  return validate as Validators;
}
