import type { SetOptions, Transaction } from 'sequelize';
import { Model } from 'sequelize-typescript';
import type { DomainModel, Entity } from '../models/domain-model';
import { currentUnit, unitFor } from './unit-of-work';

/** The methods of an instance by which it changes; the class may have its own above them. */
type Methods = Record<'set', (this: Entity, ...args: unknown[]) => unknown> &
  Record<(typeof WRITES)[number], (this: Entity, ...args: unknown[]) => Promise<unknown>>;

const WRITES = ['save', 'reload', 'destroy', 'restore'] as const;

const watched = new WeakSet<object>();

/**
 * Lets the unit of work know of the instances of a class before they are changed or saved inside it, so that it can
 * put them back as they were when it fails.
 */
export function watchInstances(model: DomainModel): void {
  const prototype = topmost(model.prototype as object);
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const methods = prototype as Methods;
  watchSet(methods);
  for (const name of WRITES) watchWrite(methods, name);
}

/** Of what all subclasses inherit, so that their own methods, which call `super`, come before. */
function topmost(prototype: object): object {
  const parent = Object.getPrototypeOf(prototype) as object;
  return parent === Model.prototype ? prototype : topmost(parent);
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

function watchWrite(methods: Methods, name: (typeof WRITES)[number]): void {
  const write = methods[name];
  methods[name] = function (this, ...args) {
    const { transaction } = (args[0] ?? {}) as { readonly transaction?: Transaction | null };
    const unit = unitFor(this.sequelize, transaction);
    const left = unit ? undefined : currentUnit(this.sequelize);
    unit?.remember(this);
    const written = write.apply(this, args);
    return left ? written.finally(() => left.forget(this)) : written;
  };
}
