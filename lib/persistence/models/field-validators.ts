import type { ModelAttributeColumnOptions } from 'sequelize';
import { isObject } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { builtInValidators } from '../sequelize/sequelize-instance';
import { modelOf } from './domain-model';

/** By name: a function, or the arguments of a built-in validator. */
export type Validators = Readonly<Record<string, unknown>>;

/** The validators of a field (`@IsEmail`, `@Length`, `@Column({ validate })`). */
export function validatorsOf({ type }: EntityMetadata, { name, holder }: FieldMetadata): Validators {
  const model = modelOf(holder ?? type);
  const column = model.getAttributes()[name] as ModelAttributeColumnOptions | undefined;
  // A hook may change a value before it is validated.
  if (!column || model.hasHook('beforeValidate')) return {};
  return (column.validate ?? {}) as Validators;
}

/** Whether validators accept a value on its own. Those that need more than the value count as rejecting it. */
export function passes(validators: Validators, value: string | number | boolean): boolean {
  return Object.entries(validators).every(([name, test]) => {
    try {
      return typeof test === 'function'
        ? acceptsSync(test as (value: unknown) => unknown, value)
        : runBuiltIn(name, test, value);
    } catch {
      return false;
    }
  });
}

/** False for asynchronous validators, which take a callback or return a promise. */
function acceptsSync(test: (value: unknown) => unknown, value: unknown): boolean {
  return test.length < 2 && !(test(value) instanceof Promise);
}

function runBuiltIn(name: string, test: unknown, value: unknown): boolean {
  return Boolean(builtInValidators[name]?.(String(value), ...argumentsOf(test)));
}

/** The arguments that Sequelize passes to a built-in validator: none, one, several, or the `args` of an object. */
export function argumentsOf(test: unknown): readonly unknown[] {
  const { args = test } = (isObject(test) ? test : {}) as { readonly args?: unknown };
  const list: readonly unknown[] = Array.isArray(args) ? args : [args];
  return list.filter((argument) => argument !== true && !(isObject(argument) && 'msg' in argument));
}
