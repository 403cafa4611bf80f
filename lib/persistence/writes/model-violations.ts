import { Utils, type ValidationErrorItem } from 'sequelize';
import { type Awaitable, andThen } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import type { Violation } from '../../values';
import { ClassValidators } from '../models/class-validators';
import { type DomainModel, type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { violationOfItem } from '../models/violation-message';
import { valuesOf } from '../sequelize/instance';
import { columnValues } from './entity-values';
import { rowPlanOf } from './row-plan';
import { withoutSecret } from './with-violations';

/**
 * The violations of the model's own validators (`@IsEmail`, `@Min`, `@Length` …), before anything is written.
 *
 * Validators that are functions may read other fields, and run only for a whole entity. The validators of a model with a
 * hook `beforeValidate` run only when it is saved.
 *
 * @param isWhole whether these are all values of the entity
 */
export function modelViolations(
  entity: EntityMetadata,
  values: FieldValues,
  isWhole: boolean,
): Awaitable<readonly Violation[]> {
  const model = modelOf(entity.type);
  const validators = ClassValidators.of(model);
  if (validators.isEmpty || model.hasHook('beforeValidate')) return [];
  const own = columnValues(entity, values);
  // The columns that setters of computed fields fill are known only when the entity is written.
  const isAll = isWhole && !hasComputed(entity, values);
  const validated = { values: own, skip: leftOut(model, own) };
  const errors =
    isAll && validators.hasFunctions
      ? validators.allErrorsOf({ ...validated, instance: model.build(own as never) })
      : validators.errorsOf({ ...validated, instance: null });
  return andThen(errors, (all) => violationsOf(entity, all));
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
  const instance = model.build({ ...valuesOf(row) } as never, { isNewRecord: false, raw: true });
  instance.set(columnValues(entity, changes));
  const changed = Object.fromEntries((instance.changed() || []).map((name) => [name, true]));
  if (Object.keys(changed).length === 0) return [];
  const validated = { values: valuesOf(instance), instance, skip: leftOut(model, changed) };
  return violationsOf(entity, await ClassValidators.of(model).allErrorsOf(validated));
}

/** The columns without a value. */
function leftOut(model: DomainModel, values: FieldValues): ReadonlySet<string> {
  return new Set(rowPlanOf(model).fields.filter((name) => !(name in values)));
}

function violationsOf(entity: EntityMetadata, errors: readonly ValidationErrorItem[]): readonly Violation[] {
  return errors.map((error) => withoutSecret(entity, violationOfItem(error)));
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

/** Whether the model has validators of its own. */
export function hasValidators({ type }: EntityMetadata): boolean {
  return !ClassValidators.of(modelOf(type)).isEmpty;
}
