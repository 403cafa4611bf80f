import { Model } from 'sequelize';
import { BaseDomain } from '../base-domain';
import { ClassValidators } from '../models/class-validators';
import { hasConstructor } from '../models/constructors';
import { type DomainModel, isOverridden } from '../models/domain-model';
import { originalMethod } from '../models/original-methods';
import { isVirtualField, memberOf, settersOf } from '../sequelize/model-class';

/** The domain code that takes part in writing rows of a class. Hooks can be added at any time, and are asked for each time. */
export interface WritingCode {
  /** Whether code runs on instances: setters, validators that are functions, a constructor, methods of its own. */
  readonly runsOnInstances: boolean;
  /** Whether instances save themselves. */
  readonly isSavedByItself: boolean;
  /** Whether instances validate themselves. */
  readonly isValidatedByItself: boolean;
}

/** The methods by which instances receive values and are saved; a class may override them. */
const METHODS = ['set', 'save', 'validate', 'setDataValue', 'getDataValue', 'changed', '_initValues'] as const;

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
  const { omitNull } = model.options as { readonly omitNull?: boolean };
  const isSavedByItself = isOwn(model, 'save') || omitNull === true;
  const hasSetters = Object.keys(settersOf(model)).some((name) => !isVirtualField(model, name));
  const runsMethods = METHODS.some((name) => isOwn(model, name)) || isOverridden(model, 'build');
  return {
    runsOnInstances:
      isSavedByItself || hasSetters || runsMethods || hasConstructor(model) || ClassValidators.of(model).hasFunctions,
    isSavedByItself,
    isValidatedByItself: isOwn(model, 'validate'),
  };
}

/** Whether a class has a method of its own by which new instances receive their values. */
export function isSetByItself(model: DomainModel): boolean {
  return (['set', 'changed', '_initValues'] as const).some((name) => isOwn(model, name));
}

function isOwn(model: DomainModel, name: string): boolean {
  const methodOf = (type: { readonly prototype: object }) => originalMethod(memberOf(type, name));
  return ![Model, BaseDomain].map(methodOf).includes(methodOf(model));
}
