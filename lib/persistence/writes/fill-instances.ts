import { Utils } from 'sequelize';
import { isObject } from '../../foundation';
import { baseClassOf, type DomainModel, type Entity } from '../models/domain-model';
import { keepOriginal } from '../models/original-methods';
import {
  type BuildOptions,
  changedFieldsOf,
  type Filling,
  fillingOf,
  previousValuesOf,
  replaceFilling,
  valuesOf,
} from '../sequelize/instance';
import { conversionOf, defaultOf, settersOf, timestampsOf } from '../sequelize/model-class';
import { isSetByItself } from './writing-code';

type Values = Readonly<Record<string, unknown>>;

/** How the values of new instances of a class are set. */
interface FillPlan {
  /** Defaults that are the same for all instances, as `set` holds them. */
  readonly defaults: Values;
  /** The fields whose default Sequelize makes for each instance. */
  readonly computed: readonly string[];
  /** The fields that are set here. `set` itself takes all others, such as those with a setter. */
  readonly plain: ReadonlyMap<string, Conversion>;
}

type Conversion = ReturnType<typeof conversionOf>;

/** Cached with the setters, which Sequelize collects anew when columns change; undefined where `set` is overridden. */
const plans = new WeakMap<DomainModel, { readonly setters: object; readonly plan: FillPlan | undefined }>();
const filling = new WeakSet<object>();

/**
 * Makes the constructors of a class and its siblings set the values of new instances by a plan, in one step for all plain
 * fields. Sequelize calls `set` for each of them, which looks up each time what the class decides.
 */
export function fillInstances(model: DomainModel): void {
  const base = baseClassOf(model);
  const fill = fillingOf(base);
  if (filling.has(fill)) return;
  const fillPlanned: Filling = function (this: Entity, values, options) {
    const plan = values && isPlain(options) ? planOf(this.constructor as DomainModel) : undefined;
    if (!plan || plan.computed.some((name) => values[name] === undefined)) return fill.call(this, values, options);
    fillBy(plan, this, values, options);
  };
  replaceFilling(base, fillPlanned);
  keepOriginal(fillPlanned, fill);
  filling.add(fillPlanned);
}

/** Whether an instance is new and has no included ones. */
function isPlain({ isNewRecord, raw, include, attributes }: BuildOptions): boolean {
  return isNewRecord === true && !raw && !include && !attributes;
}

function fillBy({ defaults, plain }: FillPlan, instance: Entity, values: Values, options: BuildOptions): void {
  const held = valuesOf(instance);
  for (const name in defaults) if (values[name] === undefined) held[name] = defaults[name];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined && Object.hasOwn(defaults, name)) continue;
    const conversion = plain.get(name);
    // A setter may have set the field before, to a value that has to be compared in depth.
    if (conversion && !isObject(valuesOf(instance)[name])) setPlain(instance, name, value, conversion, options);
    else instance.set(name as never, value as never, options);
  }
}

function setPlain(
  instance: Entity,
  name: string,
  value: unknown,
  { sanitize, isChanged = differs }: Conversion,
  options: BuildOptions,
): void {
  const held = valuesOf(instance);
  const before = held[name];
  const isExpression = value instanceof Utils.SequelizeMethod;
  const converted = sanitize && !isExpression ? sanitize.call(instance, value, options) : value;
  held[name] = converted;
  if (!isExpression && !isChanged.call(instance, converted, before)) return;
  previousValuesOf(instance)[name] = before;
  changedFieldsOf(instance).add(name);
}

function differs(value: unknown, before: unknown): boolean {
  return value !== before && !Object.is(value, before);
}

function planOf(model: DomainModel): FillPlan | undefined {
  const setters = settersOf(model);
  const known = plans.get(model);
  if (known?.setters === setters) return known.plan;
  const plan = isSetByItself(model) ? undefined : makePlan(model);
  plans.set(model, { setters, plan });
  return plan;
}

function makePlan(model: DomainModel): FillPlan {
  const setters = settersOf(model);
  const names = Object.keys(model.getAttributes());
  const keys = model.primaryKeyAttributes;
  const withDefault = names.filter((name) => defaultOf(model, name));
  const shared = sharedDefaults(model, withDefault);
  const plain = names.filter((name) => !Object.hasOwn(setters, name) && !keys.includes(name));
  return {
    defaults: {
      ...shared,
      ...Object.fromEntries(keys.filter((name) => !withDefault.includes(name)).map((name) => [name, null])),
    },
    computed: withDefault.filter((name) => !Object.hasOwn(shared, name)),
    plain: new Map(plain.map((name) => [name, conversionOf(model, name)])),
  };
}

const CONSTANTS: readonly unknown[] = ['string', 'number', 'boolean'];

/** The defaults that are constants. Sequelize sets those of timestamps apart. */
function sharedDefaults(model: DomainModel, names: readonly string[]): Values {
  const shared: Record<string, unknown> = {};
  for (const name of names) {
    const { defaultValue } = model.getAttributes()[name] as { readonly defaultValue?: unknown };
    if (!CONSTANTS.includes(typeof defaultValue) || Object.values(timestampsOf(model)).includes(name)) continue;
    const { sanitize } = conversionOf(model, name);
    const value = sanitize ? sanitize.call(model, defaultValue, { raw: true }) : defaultValue;
    if (CONSTANTS.includes(typeof value)) shared[name] = value;
  }
  return shared;
}
