import { type ModelAttributeColumnOptions, Sequelize } from 'sequelize';
import { isObject } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { modelOf } from './domain-model';

/** By the names that Sequelize has for them: functions, or the arguments of one that it knows. */
export type Validators = Readonly<Record<string, unknown>>;

/** The validators of a field (`@IsEmail`, `@Length`, `@Column({ validate })`). */
export function validatorsOf({ type }: EntityMetadata, { name, holder }: FieldMetadata): Validators {
  const model = modelOf(holder ?? type);
  const column = model.getAttributes()[name] as ModelAttributeColumnOptions | undefined;
  // A hook may change a value before they are asked.
  if (!column || model.hasHook('beforeValidate')) return {};
  return (column.validate ?? {}) as Validators;
}

/** Whether they let a value through that stands alone; what asks for more than the value does not. */
export function passes(validators: Validators, value: string | number | boolean): boolean {
  return Object.entries(validators).every(([name, test]) => {
    try {
      return typeof test === 'function' ? isTaken(test as (value: unknown) => unknown, value) : ask(name, test, value);
    } catch {
      return false;
    }
  });
}

/** One that takes a callback, or waits for something, has not said so by then. */
function isTaken(test: (value: unknown) => unknown, value: unknown): boolean {
  return test.length < 2 && !(test(value) instanceof Promise);
}

type Known = Readonly<Record<string, (text: string, ...args: readonly unknown[]) => unknown>>;

/** Sequelize's types do not tell of them. */
const { Validator: KNOWN } = Sequelize as unknown as { readonly Validator: Known };

function ask(name: string, test: unknown, value: unknown): boolean {
  return Boolean(KNOWN[name]?.(String(value), ...argumentsOf(test)));
}

/** The arguments that Sequelize hands to a validator: none, one, several, or the `args` of an object. */
export function argumentsOf(test: unknown): readonly unknown[] {
  const { args = test } = (isObject(test) ? test : {}) as { readonly args?: unknown };
  const given: readonly unknown[] = Array.isArray(args) ? args : [args];
  return given.filter((one) => one !== true && !(isObject(one) && 'msg' in one));
}
