import { promisify } from 'node:util';
import { type ModelAttributeColumnOptions, Utils, type ValidationErrorItem } from 'sequelize';
import { type Awaitable, andThen, isPromise } from '../../foundation';
import { columnTypeOf, isAdded } from '../sequelize/data-types';
import { fieldValidatorsOf } from '../sequelize/model-class';
import { builtInValidators } from '../sequelize/sequelize-instance';
import { type ValidationFacts, validationItem } from '../sequelize/validation';
import type { DomainModel, Entity } from './domain-model';

type Values = Readonly<Record<string, unknown>>;
type Test = (value: unknown, instance: Entity | null) => boolean;

/** A built-in validator of a column. */
interface BuiltInTest {
  readonly name: string;
  readonly args: unknown[];
  readonly message: string;
  readonly passes: Test;
}

/** The validation of one column. */
interface ColumnTests {
  readonly name: string;
  readonly isNullable: boolean;
  /** The message of a missing value; undefined if the column may be null, or the database fills it. */
  readonly missing?: string;
  /** Whether arrays and objects are rejected. */
  readonly isText: boolean;
  readonly builtIn: readonly BuiltInTest[];
  readonly own: readonly (readonly [name: string, test: OwnTest])[];
}

type OwnTest = (this: Entity, ...args: readonly unknown[]) => unknown;

/** What is validated, as Sequelize's `validate` has it. */
export interface Validated {
  /** By field. */
  readonly values: Values;
  /** Validators that are functions run on it; without one they do not run. */
  readonly instance: Entity | null;
  /** Names of columns, and of validators of the whole model, that do not run. */
  readonly skip?: ReadonlySet<string>;
}

/**
 * The validators of a class, compiled: the columns that must not be null, the built-in validators of columns, and
 * functions. They report what Sequelize's `validate` reports, in the order of the columns.
 */
export class ClassValidators {
  /** Whether no value is validated besides its column. */
  readonly isEmpty: boolean;
  /** Whether validators are functions, which run on an instance. */
  readonly hasFunctions: boolean;
  readonly #columns: readonly ColumnTests[];
  readonly #ofWhole: readonly (readonly [name: string, test: OwnTest])[];

  private constructor(model: DomainModel) {
    const columns = Object.entries(model.getAttributes()) as [string, ModelAttributeColumnOptions][];
    this.#columns = columns.map(([name, column]) => testsOf(model, name, column)).filter(isTested);
    this.#ofWhole = Object.entries((model.options.validate ?? {}) as Record<string, OwnTest>);
    this.hasFunctions = this.#ofWhole.length > 0 || this.#columns.some(({ own }) => own.length > 0);
    this.isEmpty = !this.hasFunctions && this.#columns.every(({ builtIn }) => builtIn.length === 0);
  }

  /** Compiled anew when the columns of the class have changed. */
  static of(model: DomainModel): ClassValidators {
    const validators = fieldValidatorsOf(model);
    const before = known.get(model);
    if (before?.source === validators) return before.compiled;
    const compiled = new ClassValidators(model);
    known.set(model, { source: validators, compiled });
    return compiled;
  }

  /** The errors of the columns that are known without functions. Without an instance, missing values are no errors. */
  errorsOf({ values, instance, skip }: Validated): ValidationErrorItem[] {
    const errors: ValidationErrorItem[] = [];
    for (const column of this.#columns) {
      if (skip?.has(column.name)) continue;
      const value = values[column.name];
      if (value instanceof Utils.SequelizeMethod) continue;
      if (value === null || value === undefined) {
        if (column.missing !== undefined && (instance || value === null))
          errors.push(validationItem(column.missing, ['notNull Violation', column.name, value, instance, 'is_null']));
        continue;
      }
      if (column.isText && typeof value === 'object' && !Buffer.isBuffer(value)) {
        const message = `${column.name} cannot be an array or an object`;
        errors.push(validationItem(message, ['string violation', column.name, value, instance, 'not_a_string']));
      }
      for (const { name, args, message, passes } of column.builtIn) {
        if (passes(value, instance)) continue;
        errors.push(validationItem(message, ['Validation error', column.name, value, instance, name, name, args]));
      }
    }
    return errors;
  }

  /** All errors, those of functions included; at once, unless such a function is asynchronous. */
  allErrorsOf(validated: Validated): Awaitable<ValidationErrorItem[]> {
    const errors = this.errorsOf(validated);
    const { instance } = validated;
    if (!instance || !this.hasFunctions) return errors;
    const add = (error?: ValidationErrorItem) => void (error && errors.push(error));
    const running = this.#runFunctions(instance, validated).map((error) => andThen(error, add));
    return running.some(isPromise) ? Promise.all(running).then(() => errors) : errors;
  }

  /** Runs the validators that are functions, all at the same time. */
  #runFunctions(instance: Entity, { values, skip }: Validated): Awaitable<ValidationErrorItem | undefined>[] {
    const running: Awaitable<ValidationErrorItem | undefined>[] = [];
    for (const { name, isNullable, own } of this.#columns) {
      if (own.length === 0) continue;
      const value = values[name];
      const isLeftOut = skip?.has(name) === true || value instanceof Utils.SequelizeMethod;
      if (isLeftOut || ((value === null || value === undefined) && !isNullable)) continue;
      for (const [validator, test] of own) running.push(errorOf(instance, validator, test, { name, value }));
    }
    for (const [name, test] of this.#ofWhole) if (!skip?.has(name)) running.push(errorOf(instance, name, test));
    return running;
  }
}

const known = new WeakMap<DomainModel, { readonly source: object; readonly compiled: ClassValidators }>();

function isTested({ missing, isText, builtIn, own }: ColumnTests): boolean {
  return missing !== undefined || isText || builtIn.length > 0 || own.length > 0;
}

function testsOf(model: DomainModel, name: string, column: ModelAttributeColumnOptions): ColumnTests {
  const { [name]: validators = {} } = fieldValidatorsOf(model);
  const isChecked = !isAdded(column) && column.autoIncrement !== true;
  const { notNull } = validators as { readonly notNull?: { readonly msg?: string } };
  const missing = notNull?.msg ?? `${model.name}.${name} cannot be null`;
  const tests = Object.entries(validators);
  return {
    name,
    isNullable: column.allowNull !== false,
    ...(isChecked && column.allowNull === false && { missing }),
    isText: isChecked && ['STRING', 'TEXT', 'CITEXT'].includes(columnTypeOf(column).key),
    builtIn: tests
      .filter(([, test]) => typeof test !== 'function')
      .map(([test, given]) => builtInOf(name, test, given)),
    own: tests.filter((test): test is [string, OwnTest] => typeof test[1] === 'function'),
  };
}

/** Validators whose declaration has only a message, as Sequelize reads it. */
const WITHOUT_ARGUMENTS = ['isUrl', 'isURL', 'isEmail'];
const LOCALIZED = ['isAlpha', 'isAlphanumeric', 'isMobilePhone'];

interface Declared {
  readonly msg?: string;
  readonly args?: unknown;
}

function builtInOf(field: string, name: string, given: unknown): BuiltInTest {
  const test = (WITHOUT_ARGUMENTS.includes(name) ? withoutArguments(given) : given) as Declared;
  const { [name]: check } = builtInValidators;
  const args = argumentsOf(name, test);
  const message = test.msg || `Validation ${name} on ${field} failed`;
  const passes: Test = (value, instance) => {
    // As Sequelize, which validates nothing else if a validator does not exist.
    if (typeof check !== 'function') throw new Error(`Invalid validator function: ${name}`);
    const given = name === 'isImmutable' ? [args[0], field, instance] : args;
    return Boolean(check.call(builtInValidators, String(value), ...given));
  };
  return { name, args, message, passes };
}

function withoutArguments(test: unknown): unknown {
  if (typeof test === 'object' && test !== null && (test as Declared).msg) return { msg: (test as Declared).msg };
  return test === true ? {} : test;
}

function argumentsOf(name: string, test: Declared): unknown[] {
  const args: unknown = test.args || test;
  if (Array.isArray(args)) return args as unknown[];
  const isWithoutThem = name === 'isIP' || (typeof args !== 'string' && LOCALIZED.includes(name));
  return isWithoutThem ? [] : [args];
}

interface TestedValue {
  readonly name: string;
  readonly value: unknown;
}

/** Runs a validator that is a function, with a callback or a promise if it has one. */
function errorOf(
  instance: Entity,
  validator: string,
  test: OwnTest,
  column?: TestedValue,
): Awaitable<ValidationErrorItem | undefined> {
  const args = column ? [column.value] : [];
  const failed = (error: unknown) => itemOf(error, instance, validator, column);
  try {
    const takesCallback = test.length === args.length + 1;
    const result = takesCallback
      ? promisify(test.bind(instance, ...args) as (done: () => void) => void)()
      : test.apply(instance, args);
    return isPromise(result) ? result.then(() => undefined, failed) : undefined;
  } catch (error) {
    return failed(error);
  }
}

function itemOf(error: unknown, instance: Entity, validator: string, column?: TestedValue): ValidationErrorItem {
  const message = ((error as Error | undefined)?.message || error || 'Validation error') as string;
  const facts: ValidationFacts = [
    'Validation error',
    column?.name ?? validator,
    column?.value,
    instance,
    validator,
    undefined,
    undefined,
  ];
  return Object.assign(validationItem(message, facts), { original: error });
}
