import type { ModelStatic, Model as SequelizeModel } from 'sequelize';
import { checkOptions, isObject, isPlainObject, Mistakes, type OptionKinds } from '../../foundation';
import {
  type ActionDeclaration,
  AGGREGATE_ROOT_OPTIONS,
  COLLECTION_OPTIONS,
  type DomainClass,
  defaultRegistry,
  type FieldAccess,
  ModelMistakes,
  ONE_OPTIONS,
  SEARCHABLE_OPTIONS,
  type SearchableOptions,
} from '../../metadata';
import { snakeCase } from '../../naming';
import { setDescription } from '../models/described-models';
import { domainClassOf } from '../models/domain-model';
import { setModelName } from '../sequelize/class-metadata';
import {
  DESCRIBED_ACTION_OPTIONS,
  DESCRIPTION_OPTIONS,
  type DescribedAction,
  type ModelDescription,
} from './model-description';
import { authorOf, isPlain } from './plain-model';

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
  inWordsOfAuthor(model, () =>
    defaultRegistry.describe(type, () => {
      declareRoot(type, untyped);
      declareFields(type, untyped);
      declareMembers(type, untyped);
    }),
  );
  setClassName(model, description.name);
  setDescription(model, { exclude: description.exclude ?? [], name: description.name });
  return model;
}

/** Runs the declarations, which reject what contradicts itself. */
function inWordsOfAuthor(model: ModelStatic<SequelizeModel>, declare: () => void): void {
  const mistakes = new ModelMistakes();
  mistakes.setAuthor(model.name, authorOf(model));
  mistakes.collect(declare);
  mistakes.report();
}

/** Sets the name by which the exports of modules are searched for models; `init` of plain models may still change it. */
function setClassName(model: ModelStatic<SequelizeModel>, given: string | undefined): void {
  const name = given ?? (isPlain(model) ? model.name : undefined);
  if (name !== undefined) setModelName(model.prototype as object, name);
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
    defaultRegistry.declareAction(type, { ...options, value, method, ...namesAndTypes(parameters) });
  }
  for (const [name, decorators] of Object.entries(memberDecorators)) {
    for (const decorate of decorators ?? []) decorate(type.prototype as never, name);
  }
}

/** Names, types, or types by name. */
function namesAndTypes(
  parameters: DescribedAction['parameters'],
): Pick<ActionDeclaration, 'parameters' | 'parameterTypes'> {
  if (parameters === undefined) return {};
  if (!Array.isArray(parameters))
    return { parameters: Object.keys(parameters), parameterTypes: Object.values(parameters) };
  const areNames = parameters.length > 0 && parameters.every((one) => typeof one === 'string');
  return areNames ? { parameters: parameters as string[] } : { parameterTypes: parameters };
}

const KEY_OPTIONS = { field: 'name', changeable: 'flag' } as const satisfies OptionKinds;

/** The options that a description has by the name of a member. */
const BY_MEMBER = {
  searchable: SEARCHABLE_OPTIONS,
  collections: COLLECTION_OPTIONS,
  ones: ONE_OPTIONS,
  actions: DESCRIBED_ACTION_OPTIONS,
} as const satisfies { readonly [K in keyof ModelDescription]: OptionKinds };

/**
 * Checks the names and types of all options of a description; the start checks the names of members.
 *
 * @throws OptionError; SeveralMistakes of these
 */
function checkDescription(model: string, description: ModelDescription): void {
  const subject = `describeModel(${model})`;
  const given = isObject(description) ? description : {};
  const { root, key, memberDecorators } = given;
  const mistakes = new Mistakes(`in ${subject}`);
  const check = (options: unknown, known: OptionKinds, place: string) =>
    mistakes.collect(() => checkOptions(options, known, place));
  check(description, DESCRIPTION_OPTIONS, subject);
  if (isPlainObject(root)) check(root, AGGREGATE_ROOT_OPTIONS, `root in ${subject}`);
  if (isPlainObject(key)) check(key, KEY_OPTIONS, `key in ${subject}`);
  for (const [name, known] of Object.entries(BY_MEMBER)) {
    for (const [member, options] of entriesOf(given[name as keyof typeof BY_MEMBER])) {
      const isSwitch = name === 'searchable' && typeof options === 'boolean';
      if (!isSwitch) check(options, known, `${name}.${member} in ${subject}`);
    }
  }
  const decorated = entriesOf(memberDecorators).map(([member]) => [member, 'functions'] as const);
  check(memberDecorators, Object.fromEntries(decorated), `memberDecorators in ${subject}`);
  mistakes.report();
}

/** Options of another type are reported by the check of the whole description. */
function entriesOf(options: unknown): readonly (readonly [member: string, options: unknown])[] {
  return isPlainObject(options) ? Object.entries(options) : [];
}
