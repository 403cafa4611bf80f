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
  const isPlain = writingCode(model).length === 0;
  known.set(model, isPlain);
  return isPlain;
}

/** The code of the domain that sees how rows of a class are written: `a validator of email`, `its own save()`. */
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

/** Setters of virtual fields are left out: only code of the domain calls them, which then sets columns. */
function settersOf(model: DomainModel): readonly string[] {
  const { prototype, _virtualAttributes } = model as unknown as CustomModel;
  return Object.keys(prototype._customSetters).filter((name) => !_virtualAttributes.has(name));
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

function ownWrites(type: DomainModel): readonly string[] {
  // Nothing else tells a constructor that was written from one that was not.
  const isConstructed = /\bconstructor ?\(/.test(Function.prototype.toString.call(type));
  const methods = WRITING.filter((name) => Object.hasOwn(type.prototype as object, name));
  return [...(isConstructed ? ['a constructor'] : []), ...methods.map((name) => `its own ${name}()`)];
}
