import type { ModelStatic, Model as SequelizeModel } from 'sequelize';
import { setModelName } from 'sequelize-typescript';
import {
  type ActionOptions,
  type AggregateRootOptions,
  type CollectionOptions,
  type DomainClass,
  defaultRegistry,
  type FieldAccess,
  type OneOptions,
  type SearchableOptions,
} from '../../metadata';
import { snakeCase } from '../../naming';
import type { CollectionOf, FieldsOf, IsAny, OnesOf } from '../models/attributes';
import { setDescription } from '../models/described-models';
import { isPlain } from './plain-model';

type StringKey<T> = Extract<T, string>;

/** Columns that Sequelize adds. */
type OwnColumn = 'id' | 'createdAt' | 'updatedAt' | 'deletedAt';

type Declared<M extends SequelizeModel> = IsAny<M['_attributes']> extends true ? FieldsOf<M> : M['_attributes'];

/** Any string for models of `sequelize.define`, whose members the compiler does not know. */
type NameOr<N> = [N] extends [never] ? string : N;

/** The columns of a model, as the compiler knows them. */
export type ColumnOf<M extends SequelizeModel> = NameOr<StringKey<keyof Declared<M>>> | OwnColumn;

/** The to-many associations of a model. */
export type CollectionNameOf<M extends SequelizeModel> = NameOr<StringKey<CollectionOf<M>>>;

/** The to-one associations of a model. */
export type OneNameOf<M extends SequelizeModel> = NameOr<StringKey<keyof OnesOf<M>>>;

type OwnMember<M extends SequelizeModel> = NameOr<StringKey<Exclude<keyof M, keyof SequelizeModel>>>;

/** A class decorator, called as a function. */
export type DomainClassDecorator = (type: DomainClass) => void;

/** A member decorator, called as a function: `ReadOnly`, `Constraint(Joi.string().email())`. It is checked at the start. */
export type DomainMemberDecorator = (prototype: never, member: string) => void;

/** An action; its parameter types have to be listed, since there is no decorator metadata. */
export interface DescribedAction extends Omit<ActionOptions, 'value'> {
  /** The last path segment; the name of the method in snake_case when absent. */
  readonly value?: string;
  /** The classes of the parameters, in order: `[String, Date]`. Use `schema` for other types. */
  readonly parameters?: readonly unknown[];
}

/** The description of a plain model, in place of decorators. */
export interface ModelDescription<M extends SequelizeModel = SequelizeModel> {
  /** Whether the model is an aggregate root, or the options of `@AggregateRoot`; false by default. */
  readonly root?: boolean | AggregateRootOptions;
  /** The field that identifies an entity in paths (`@EntityKey`). */
  readonly key?: ColumnOf<M> | { readonly field: ColumnOf<M>; readonly changeable?: boolean };
  /** The columns that are query parameters, optionally with the options of `@Searchable`. */
  readonly searchable?: readonly ColumnOf<M>[] | { readonly [K in ColumnOf<M>]?: true | SearchableOptions };
  /** Columns and associations that never appear in payloads and responses. */
  readonly hidden?: readonly (ColumnOf<M> | OwnMember<M>)[];
  readonly readOnly?: readonly ColumnOf<M>[];
  readonly writeOnly?: readonly ColumnOf<M>[];
  readonly collections?: { readonly [K in CollectionNameOf<M>]?: CollectionOptions };
  /** Options of `@One`, for `hasOne` associations. */
  readonly ones?: { readonly [K in OneNameOf<M>]?: OneOptions };
  /** Actions, by the name of their method on the root. */
  readonly actions?: { readonly [K in OwnMember<M>]?: DescribedAction };
  /** Associations that are not part of the API. */
  readonly exclude?: readonly (OwnMember<M> | (string & {}))[];
  /** More class decorators: `[Secure({ permissions: ['orders'] })]`. */
  readonly decorators?: readonly DomainClassDecorator[];
  /** More member decorators, by the name of the column, collection or action. */
  readonly memberDecorators?: { readonly [K in ColumnOf<M> | OwnMember<M>]?: readonly DomainMemberDecorator[] };
}

/**
 * Makes a plain Sequelize model (`sequelize.define` or `Model.init`) part of the domain. When the application starts, the
 * class is initialised again on the application's data source, with its columns, associations, hooks, scopes and
 * validators. When the application stops, the class is restored.
 *
 * Associations may be defined before or after. Classes with decorators can be described as well.
 *
 * @returns the model, so that a module can export it
 * @example
 * ```ts
 * describeModel(Order, { root: true, searchable: ['code'], readOnly: ['total'], collections: { items: { embed: true } } });
 * ```
 */
export function describeModel<M extends SequelizeModel, S extends ModelStatic<M> = ModelStatic<M>>(
  model: S & ModelStatic<M>,
  description: ModelDescription<M> = {},
): S {
  const type = model as unknown as DomainClass;
  setPlainName(model);
  setDescription(model, { exclude: description.exclude ?? [] });
  // The type parameters only matter to the caller.
  const untyped = description as unknown as ModelDescription;
  declareRoot(type, untyped);
  declareFields(type, untyped);
  declareMembers(type, untyped);
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
