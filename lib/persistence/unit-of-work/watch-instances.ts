import { Model as SequelizeModel, type SetOptions, type Transaction } from 'sequelize';
import { Model } from 'sequelize-typescript';
import { type DomainModel, type Entity, storedName } from '../models/domain-model';
import { isOwnWrite } from './own-write';
import { currentUnit, unitFor } from './unit-of-work';

/** The methods of an instance by which it changes; the class may have its own above them. */
type Methods = Record<'set', (this: Entity, ...args: unknown[]) => unknown> &
  Record<(typeof WRITES)[number], (this: Entity, ...args: unknown[]) => Promise<unknown>>;

const WRITES = ['save', 'reload', 'destroy', 'restore'] as const;

/** Plain models that an application has given back are without them again. */
const watching = new WeakSet<object>();

/**
 * Lets the unit of work know of the instances of a class before they are changed or saved inside it, so that it can
 * put them back as they were when it fails.
 */
export function watchInstances(model: DomainModel): void {
  const prototype = topmost(model.prototype as object);
  const methods = prototype as Methods;
  if (watching.has(methods.set)) return;
  watchSet(methods);
  watching.add(methods.set);
  for (const name of WRITES) watchWrite(methods, name);
}

/** Of what all subclasses inherit, so that their own methods, which call `super`, come before. */
function topmost(prototype: object): object {
  const parent = Object.getPrototypeOf(prototype) as object;
  const isSequelizes = parent === Model.prototype || parent === SequelizeModel.prototype;
  return isSequelizes ? prototype : topmost(parent);
}

function watchSet(methods: Methods): void {
  const { set } = methods;
  methods.set = function (this, key, value, options) {
    const given = (typeof key === 'object' ? value : options) as SetOptions | undefined;
    if (!given?.raw && !isBeingBuilt(this, given)) unitFor(this.sequelize, undefined)?.remember(this);
    return set.call(this, key, value, options);
  };
}

/** The constructor passes the options that the instance keeps. */
function isBeingBuilt(instance: Entity, given: object | undefined): boolean {
  return given !== undefined && given === (instance as unknown as { readonly _options: object })._options;
}

/** Classes of aggregates, and whether their rows are never written alone. */
const inAggregates = new WeakMap<DomainModel, boolean>();

/**
 * Lets writes of instances of the class that are in no unit of work open one, with what their hooks write.
 *
 * @param isNeverAlone otherwise an instance does so that is saved with others
 */
export function watchModel(model: DomainModel, isNeverAlone: boolean): void {
  inAggregates.set(model, isNeverAlone);
}

export function unwatchModel(model: DomainModel): void {
  inAggregates.delete(model);
}

interface WithUnits {
  unitOfWork<T>(work: () => Promise<T>): Promise<T>;
}

function opensUnit(instance: Entity, name: (typeof WRITES)[number], options: object): boolean {
  const model = instance.constructor as DomainModel;
  const isNeverAlone = inAggregates.get(model);
  if (name === 'reload' || isNeverAlone === undefined || isOwnWrite(options, instance, storedName(model))) return false;
  if (!isNeverAlone && !isSavedWithOthers(instance)) return false;
  const { transaction } = options as { readonly transaction?: Transaction | null };
  return transaction === undefined && !currentUnit(instance.sequelize);
}

function isSavedWithOthers(instance: Entity): boolean {
  const { _options } = instance as unknown as { readonly _options: { readonly include?: readonly unknown[] } };
  return instance.isNewRecord && (_options.include?.length ?? 0) > 0;
}

function watchWrite(methods: Methods, name: (typeof WRITES)[number]): void {
  const write = methods[name];
  methods[name] = function (this, ...args) {
    const options = (args[0] ?? {}) as { readonly transaction?: Transaction | null };
    if (opensUnit(this, name, options)) {
      return (this.sequelize as unknown as WithUnits).unitOfWork(() => methods[name].apply(this, args));
    }
    const { transaction } = options;
    const unit = unitFor(this.sequelize, transaction);
    const left = unit ? undefined : currentUnit(this.sequelize);
    unit?.remember(this);
    const written = write.apply(this, args);
    return left ? written.finally(() => left.forget(this)) : written;
  };
}
