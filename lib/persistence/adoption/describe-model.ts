import type { ModelStatic, Model as SequelizeModel } from 'sequelize';
import { setModelName } from 'sequelize-typescript';
import { type DomainClass, defaultRegistry, type FieldAccess, type SearchableOptions } from '../../metadata';
import { snakeCase } from '../../naming';
import { setDescription } from '../models/described-models';
import { domainClassOf } from '../models/domain-model';
import { checkDescription } from './check-description';
import type { ModelDescription } from './model-description';
import { isPlain } from './plain-model';

/**
 * Makes a plain Sequelize model (`sequelize.define` or `Model.init`) part of the domain. When the application starts, the
 * class is initialised again on the application's data source, with its columns, associations, hooks, scopes and
 * validators. When the application stops, the class is restored.
 *
 * Associations may be defined before or after. Classes with decorators can be described as well.
 *
 * A class is described once; after a start, also a failed one, a new description replaces the former one.
 *
 * @returns the model, so that a module can export it
 * @throws OptionError for unknown options and values of another type; MetadataError DESCRIBED_TWICE
 * @example
 * ```ts
 * describeModel(Order, { root: true, searchable: ['code'], readOnly: ['total'], collections: { items: { embed: true } } });
 * ```
 */
export function describeModel<M extends SequelizeModel, S extends ModelStatic<M> = ModelStatic<M>>(
  model: S & ModelStatic<M>,
  description: ModelDescription<M> = {},
): S {
  const type = domainClassOf(model);
  // The type parameters only matter to the caller.
  const untyped = description as unknown as ModelDescription;
  checkDescription(model.name, untyped);
  defaultRegistry.describe(type, () => {
    declareRoot(type, untyped);
    declareFields(type, untyped);
    declareMembers(type, untyped);
  });
  setPlainName(model);
  setDescription(model, { exclude: description.exclude ?? [] });
  return model;
}

/** Sets the name by which the exports of modules are searched for models; `init` may still change it. */
function setPlainName(model: ModelStatic<SequelizeModel>): void {
  if (isPlain(model)) setModelName(model.prototype as object, model.name);
}

function declareRoot(type: DomainClass, { root, decorators = [] }: ModelDescription): void {
  if (root) defaultRegistry.declareAggregate(type, root === true ? {} : root);
  for (const decorate of decorators) decorate(type);
}

function declareFields(type: DomainClass, { key, searchable = [], ...access }: ModelDescription): void {
  if (typeof key === 'string') defaultRegistry.declareEntityKey(type, key);
  else if (key) defaultRegistry.declareEntityKey(type, key.field, { changeable: key.changeable });
  for (const [name, options] of searchableFields(searchable)) defaultRegistry.declareSearchable(type, name, options);
  for (const kind of ['hidden', 'readOnly', 'writeOnly'] as const satisfies readonly FieldAccess[]) {
    for (const name of access[kind] ?? []) defaultRegistry.declareAccess(type, name, kind);
  }
}

/** The names with their options, from a list of names or from options by name. */
function searchableFields(
  searchable: NonNullable<ModelDescription['searchable']>,
): (readonly [name: string, options: SearchableOptions])[] {
  if (Array.isArray(searchable)) return searchable.map((name: string) => [name, {}] as const);
  return Object.entries(searchable).flatMap(([name, options]) =>
    options ? [[name, options === true ? {} : options] as const] : [],
  );
}

function declareMembers(type: DomainClass, description: ModelDescription): void {
  const { collections = {}, ones = {}, actions = {}, memberDecorators = {} } = description;
  for (const [name, options] of Object.entries(collections)) {
    if (options) defaultRegistry.declareCollection(type, name, options);
  }
  for (const [name, options] of Object.entries(ones)) {
    if (options) defaultRegistry.declareOne(type, name, options);
  }
  for (const [method, action] of Object.entries(actions)) {
    if (!action) continue;
    const { parameters, value = snakeCase(method), ...options } = action;
    defaultRegistry.declareAction(type, { ...options, value, method, parameterTypes: parameters });
  }
  for (const [name, decorators] of Object.entries(memberDecorators)) {
    for (const decorate of decorators ?? []) decorate(type.prototype as never, name);
  }
}
