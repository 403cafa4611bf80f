import type { Sequelize, SetOptions, Transaction } from 'sequelize';
import { baseClassOf, type DomainModel, type Entity } from '../models/domain-model';
import { keepOriginal } from '../models/original-methods';
import { buildOptionsOf, methodsOf, type ReplacedMethods } from '../sequelize/instance';
import type { WithUnits } from './find-or-create';
import { unitOfWrite } from './opened-transactions';
import { currentUnit, type UnitOfWork, unitFor } from './unit-of-work';
import { keepWhatHooksSet } from './values-of-hooks';
import { gateOf } from './write-gate';

const WRITES = ['save', 'reload', 'destroy', 'restore'] as const;

/** The writes after which an instance has the values that are stored. */
const WITH_STORED_VALUES: ReadonlySet<string> = new Set(['save', 'reload']);

/** The `set` methods that are watched; plain models that an application gives back have their own again. */
const watching = new WeakSet<object>();

/** Makes units of work remember the instances of a class before they are changed or saved, to restore them on failure. */
export function watchInstances(model: DomainModel): void {
  const methods = methodsOf(baseClassOf(model));
  if (watching.has(methods.set)) return;
  watchSet(methods);
  keepWhatHooksSet(baseClassOf(model));
  watching.add(methods.set);
  for (const name of WRITES) watchWrite(methods, name);
}

function watchSet(methods: ReplacedMethods): void {
  const { set } = methods;
  methods.set = function (this, key, value, options) {
    const given = (typeof key === 'object' ? value : options) as SetOptions | undefined;
    if (!given?.raw && !isBeingBuilt(this, given)) unitFor(this.sequelize, undefined)?.remember(this);
    return set.call(this, key, value, options);
  };
  keepOriginal(methods.set, set);
}

/** Whether `set` is called by the constructor, which passes the instance's own options. */
function isBeingBuilt(instance: Entity, given: object | undefined): boolean {
  return given !== undefined && given === buildOptionsOf(instance);
}

/** Whether a write of an instance that is in no unit of work opens one, which includes the writes of its hooks. */
function opensUnit(instance: Entity, name: (typeof WRITES)[number], options: object): boolean {
  const model = instance.constructor as DomainModel;
  const alwaysNeedsUnit = gateOf(instance.sequelize)?.needsUnit(model);
  if (name === 'reload' || alwaysNeedsUnit === undefined) return false;
  if (!alwaysNeedsUnit && !isSavedWithOthers(instance)) return false;
  const { transaction } = options as { readonly transaction?: Transaction | null };
  return transaction === undefined && !currentUnit(instance.sequelize);
}

function isSavedWithOthers(instance: Entity): boolean {
  return instance.isNewRecord && (buildOptionsOf(instance).include?.length ?? 0) > 0;
}

function watchWrite(methods: ReplacedMethods, name: (typeof WRITES)[number]): void {
  const write = methods[name];
  methods[name] = function (this, ...args) {
    const options = (args[0] ?? {}) as { readonly transaction?: Transaction | null };
    if (opensUnit(this, name, options)) {
      return (this.sequelize as Sequelize & WithUnits).unitOfWork(() => methods[name].apply(this, args));
    }
    const { transaction } = options;
    const unit = unitOfWrite(this.sequelize, transaction);
    const bypassed = unit ? undefined : currentUnit(this.sequelize);
    unit?.remember(this);
    if (name === 'save') unit?.journal?.instances.markChangedInPlace(this);
    const result = write.apply(this, args);
    if (bypassed) return result.finally(() => bypassed.openJournal().instances.forget(this));
    return unit && WITH_STORED_VALUES.has(name) ? copyingStored(unit, this, result) : result;
  };
  keepOriginal(methods[name], write);
}

async function copyingStored<T>(unit: UnitOfWork, instance: Entity, write: Promise<T>): Promise<T> {
  const result = await write;
  unit.journal?.instances.copyStoredAgain(instance);
  return result;
}
