import { BaseDomain } from '../base-domain';
import type { DomainModel } from '../models/domain-model';

/** Those parts of a model that Sequelize does not declare. */
interface CustomModel {
  readonly prototype: { readonly _customSetters: object; readonly validators: object };
  readonly _virtualAttributes: ReadonlySet<string>;
  readonly options: { readonly omitNull?: boolean };
}

/** By which instances take values and are written: a class with one of its own has something to say to it. */
const WRITING = ['set', 'save', 'validate', 'setDataValue', 'getDataValue', 'changed', '_initValues'];

const known = new WeakMap<DomainModel, boolean>();

/**
 * Whether no code of the domain could notice how rows of the class are written: setters, validators, a constructor,
 * methods in place of Sequelize's. Hooks can be added at any time; who writes asks for them.
 */
export function isPlainlyWritten(model: DomainModel): boolean {
  const before = known.get(model);
  if (before !== undefined) return before;
  const isPlain = !hasValidators(model) && !hasOwnCode(model);
  known.set(model, isPlain);
  return isPlain;
}

function hasValidators(model: DomainModel): boolean {
  const { prototype } = model as unknown as CustomModel;
  return Object.keys(prototype.validators).length > 0 || Object.keys(model.options.validate ?? {}).length > 0;
}

function hasOwnCode(model: DomainModel): boolean {
  const { options } = model as unknown as CustomModel;
  if (hasSetters(model) || options.omitNull === true || Object.hasOwn(model, 'build')) return true;
  const classes = classesBelow(model);
  return classes === undefined || classes.some(hasOwnWrites);
}

/** Setters of virtual fields are called by code of the domain alone, as whose doing the values of columns then arrive. */
function hasSetters(model: DomainModel): boolean {
  const { prototype, _virtualAttributes } = model as unknown as CustomModel;
  return Object.keys(prototype._customSetters).some((name) => !_virtualAttributes.has(name));
}

/** From the class up to BaseDomain; undefined for a class that does not extend it. */
function classesBelow(model: DomainModel): DomainModel[] | undefined {
  const classes: DomainModel[] = [];
  for (let one: unknown = model; one !== BaseDomain; one = Object.getPrototypeOf(one)) {
    if (typeof one !== 'function') return undefined;
    classes.push(one as DomainModel);
  }
  return classes;
}

function hasOwnWrites(type: DomainModel): boolean {
  // Nothing else tells a constructor that was written from one that was not.
  if (/\bconstructor ?\(/.test(Function.prototype.toString.call(type))) return true;
  return WRITING.some((name) => Object.hasOwn(type.prototype as object, name));
}
