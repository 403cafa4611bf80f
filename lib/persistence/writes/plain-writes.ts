import { BaseDomain } from '../base-domain';
import type { DomainModel } from '../models/domain-model';

/** The parts of a model that Sequelize's types leave out. */
interface CustomModel {
  readonly prototype: { readonly _customSetters: object; readonly validators: object };
  readonly _virtualAttributes: ReadonlySet<string>;
  readonly options: { readonly omitNull?: boolean };
}

/** The methods by which instances receive values and are saved; a class may override them. */
const WRITING = ['set', 'save', 'validate', 'setDataValue', 'getDataValue', 'changed', '_initValues'];

const known = new WeakMap<DomainModel, boolean>();

/**
 * Whether no domain code takes part in writing rows of the class: setters, validators, a constructor, overridden methods
 * of Sequelize. Hooks can be added at any time, and are checked at each write.
 */
export function isPlainlyWritten(model: DomainModel): boolean {
  const before = known.get(model);
  if (before !== undefined) return before;
  const isPlain = writingCode(model).length === 0;
  known.set(model, isPlain);
  return isPlain;
}

/** The domain code that takes part in writing rows of a class: `a validator of email`, `its own save()`. */
export function writingCode(model: DomainModel): readonly string[] {
  const { prototype, options } = model as unknown as CustomModel;
  const classes = classesBelow(model);
  return [
    ...Object.keys(prototype.validators).map((name) => `a validator of ${name}`),
    ...Object.keys(model.options.validate ?? {}).map((name) => `the validator ${name}`),
    ...settersOf(model).map((name) => `a setter of ${name}`),
    ...(options.omitNull === true ? ['the option omitNull'] : []),
    ...(Object.hasOwn(model, 'build') ? ['its own static build()'] : []),
    ...(classes?.flatMap(ownWrites) ?? ['no BaseDomain as its base class']),
  ];
}

/** Leaves out setters of virtual attributes, which only domain code calls. */
function settersOf(model: DomainModel): readonly string[] {
  const { prototype, _virtualAttributes } = model as unknown as CustomModel;
  return Object.keys(prototype._customSetters).filter((name) => !_virtualAttributes.has(name));
}

/** The classes from this one up to BaseDomain; undefined for a class that does not extend it. */
function classesBelow(model: DomainModel): DomainModel[] | undefined {
  const classes: DomainModel[] = [];
  for (let one: unknown = model; one !== BaseDomain; one = Object.getPrototypeOf(one)) {
    if (typeof one !== 'function') return undefined;
    classes.push(one as DomainModel);
  }
  return classes;
}

function ownWrites(type: DomainModel): readonly string[] {
  // Only the source shows whether a class has a constructor of its own.
  const isConstructed = /\bconstructor ?\(/.test(Function.prototype.toString.call(type));
  const methods = WRITING.filter((name) => Object.hasOwn(type.prototype as object, name));
  return [...(isConstructed ? ['a constructor'] : []), ...methods.map((name) => `its own ${name}()`)];
}
