import { Model } from 'sequelize';
import { Model as SequelizeModel } from 'sequelize-typescript';
import { BaseDomain } from '../base-domain';
import { type DomainModel, isOverridden } from '../models/domain-model';
import { originalMethod } from '../models/original-methods';
import { fieldValidatorsOf, isVirtualField, memberOf, settersOf } from '../sequelize/model-class';

/**
 * The domain code that takes part in writing rows of a class: `a validator of email`, `its own save()`. Hooks can be
 * added at any time, and are checked at each write.
 */
export interface WritingCode {
  /** The validators, which are compiled. */
  readonly validators: readonly string[];
  /** What runs on an instance: setters, validators that are functions, a constructor, methods of its own. */
  readonly onInstances: readonly string[];
  /** Whether instances save themselves. */
  readonly isSavedByItself: boolean;
  /** Whether instances validate themselves. */
  readonly isValidatedByItself: boolean;
}

/** The methods by which instances receive values and are saved; a class may override them. */
const METHODS = ['set', 'validate', 'setDataValue', 'getDataValue', 'changed', '_initValues'] as const;

/** Cached with the setters, which Sequelize collects anew when columns change. */
const known = new WeakMap<DomainModel, { readonly setters: object; readonly code: WritingCode }>();

export function writingCode(model: DomainModel): WritingCode {
  const setters = settersOf(model);
  const before = known.get(model);
  if (before?.setters === setters) return before.code;
  const code = findCode(model);
  known.set(model, { setters, code });
  return code;
}

function findCode(model: DomainModel): WritingCode {
  const validators = fieldValidatorsOf(model);
  const ofWhole = Object.keys(model.options.validate ?? {}).map((name) => `the validator ${name}`);
  const functions = Object.entries(validators).filter(([, tests]) => Object.values(tests).some(isFunction));
  const isSavedByItself = isOwn(model, 'save') || (model.options as { readonly omitNull?: boolean }).omitNull === true;
  return {
    validators: [...Object.keys(validators).map((name) => `a validator of ${name}`), ...ofWhole],
    onInstances: [
      ...functions.map(([name]) => `a function that validates ${name}`),
      ...ofWhole,
      ...setFieldsOf(model).map((name) => `a setter of ${name}`),
      ...(isOverridden(model, 'build') ? ['its own static build()'] : []),
      ...(hasConstructor(model) ? ['a constructor'] : []),
      ...METHODS.filter((name) => isOwn(model, name)).map((name) => `its own ${name}()`),
      ...(isSavedByItself ? ['its own save()'] : []),
    ],
    isSavedByItself,
    isValidatedByItself: isOwn(model, 'validate'),
  };
}

function isFunction(test: unknown): boolean {
  return typeof test === 'function';
}

/** Leaves out setters of virtual attributes, which only domain code calls. */
function setFieldsOf(model: DomainModel): readonly string[] {
  return Object.keys(settersOf(model)).filter((name) => !isVirtualField(model, name));
}

function isOwn(model: DomainModel, name: string): boolean {
  const methodOf = (type: { readonly prototype: object }) => originalMethod(memberOf(type, name));
  return ![Model, BaseDomain].map(methodOf).includes(methodOf(model));
}

/** Only the source shows whether a class has a constructor of its own. */
function hasConstructor(model: DomainModel): boolean {
  for (let one: unknown = model; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    if (one === BaseDomain || one === SequelizeModel || one === Model) return false;
    if (/\bconstructor ?\(/.test(Function.prototype.toString.call(one))) return true;
  }
  return true;
}
