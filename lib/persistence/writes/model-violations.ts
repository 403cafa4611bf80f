import { type ModelAttributeColumnOptions, Utils } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import type { Violation } from '../../values';
import { type DomainModel, type FieldValues, modelOf } from '../models/domain-model';
import { classifyDatabaseError } from '../unit-of-work/database-faults';
import { columnValues } from './given-values';
import { withoutSecret } from './refused-values';

/**
 * The violations of the model's own validators (`@IsEmail`, `@Min`, `@Length` …), before anything is written.
 *
 * Validators that may look at other fields, those that are functions, are asked only for a whole entity. A model that
 * changes values before they are validated is not asked at all: its validators speak when it is saved.
 *
 * @param isWhole whether these are all the values that the entity is going to have
 */
export async function modelViolations(
  entity: EntityMetadata,
  values: FieldValues,
  isWhole: boolean,
): Promise<readonly Violation[]> {
  const model = modelOf(entity.type);
  if (!hasValidators(entity) || model.hasHook('beforeValidate')) return [];
  try {
    const own = columnValues(entity, values);
    // The values that setters make of the others are known when the entity is written.
    const skip = skipped(model, own, isWhole && !hasComputed(entity, values));
    await model.build(own as never).validate({ skip, hooks: false });
    return [];
  } catch (error) {
    const fault = classifyDatabaseError(error);
    if (fault?.kind !== 'invalid') throw error;
    return fault.violations.map((violation) => withoutSecret(entity, violation));
  }
}

/**
 * Values as a new entity has them: what is not given comes from the defaults of the columns, but for those that the
 * database works out.
 */
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
  const notAsked = columns.filter(([name, column]) => !(name in values) || (!isWhole && mayLookAround(column)));
  return [...notAsked.map(([name]) => name), ...(isWhole ? [] : Object.keys(ofWhole(model)))];
}

function mayLookAround(column: ModelAttributeColumnOptions): boolean {
  return Object.values(ofColumn(column)).some((validator) => typeof validator === 'function');
}

function ofColumn({ validate = {} }: ModelAttributeColumnOptions): Validators {
  return validate as Validators;
}

function ofWhole({ options: { validate = {} } }: DomainModel): Validators {
  return validate as Validators;
}
