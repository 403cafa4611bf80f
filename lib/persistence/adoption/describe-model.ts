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

type Named<T> = Extract<T, string>;

/** Columns that a class has without declaring them. */
type OwnColumn = 'id' | 'createdAt' | 'updatedAt' | 'deletedAt';

type Declared<M extends SequelizeModel> = IsAny<M['_attributes']> extends true ? FieldsOf<M> : M['_attributes'];

/** The names of a model that declares any; of one that `sequelize.define` has made nothing is known. */
type NameOr<N> = [N] extends [never] ? string : N;

/** The columns of a model, as the compiler knows them. */
export type ColumnOf<M extends SequelizeModel> = NameOr<Named<keyof Declared<M>>> | OwnColumn;

/** Its to-many associations. */
export type CollectionNameOf<M extends SequelizeModel> = NameOr<Named<CollectionOf<M>>>;

/** Its to-one associations. */
export type OneNameOf<M extends SequelizeModel> = NameOr<Named<keyof OnesOf<M>>>;

type OwnMember<M extends SequelizeModel> = NameOr<Named<Exclude<keyof M, keyof SequelizeModel>>>;

/** A decorator of a class, as a function. */
export type ClassMark = (type: DomainClass) => void;

/** A decorator of a member, as a function: `ReadOnly`, `Constraint(Joi.string().email())`; what it asks of the class, the start checks. */
export type MemberMark = (prototype: never, member: string) => void;

/** An action, whose parameters no decorator metadata tells. */
export interface DescribedAction extends Omit<ActionOptions, 'value'> {
  /** The last path segment; the name of the method in snake_case when absent. */
  readonly value?: string;
  /** Their classes in the order of the method: `[String, Date]`. What these cannot say, `schema` does. */
  readonly parameters?: readonly unknown[];
}

/** The description of a plain model, as decorators describe a class. */
export interface ModelDescription<M extends SequelizeModel = SequelizeModel> {
  /** Whether it is the root of an aggregate, or what `@AggregateRoot` takes; false by default. */
  readonly root?: boolean | AggregateRootOptions;
  /** The key of an entity in paths: `@EntityKey`. */
  readonly key?: ColumnOf<M> | { readonly field: ColumnOf<M>; readonly changeable?: boolean };
  /** The columns that are query parameters; with the options of `@Searchable` where they have any. */
  readonly searchable?: readonly ColumnOf<M>[] | { readonly [K in ColumnOf<M>]?: true | SearchableOptions };
  /** Columns and associations that no payload and no response has. */
  readonly hidden?: readonly (ColumnOf<M> | OwnMember<M>)[];
  readonly readOnly?: readonly ColumnOf<M>[];
  readonly writeOnly?: readonly ColumnOf<M>[];
  readonly collections?: { readonly [K in CollectionNameOf<M>]?: CollectionOptions };
  /** `@One` for associations of `hasOne`. */
  readonly ones?: { readonly [K in OneNameOf<M>]?: OneOptions };
  /** Methods of the root, by their names. */
  readonly actions?: { readonly [K in OwnMember<M>]?: DescribedAction };
  /** Associations that stay with the code around the model: no request gets to see them. */
  readonly leaveOut?: readonly (OwnMember<M> | (string & {}))[];
  /** Other decorators of the class: `[Secure({ permissions: ['orders'] })]`. */
  readonly marks?: readonly ClassMark[];
  /** Other decorators of columns, collections and actions, by their names. */
  readonly members?: { readonly [K in ColumnOf<M> | OwnMember<M>]?: readonly MemberMark[] };
}

/**
 * Makes a plain Sequelize model, of `sequelize.define` or `Model.init`, part of the domain: when the application starts,
 * its columns, associations, hooks, scopes and validators are taken over, and the same class is initialised once more on
 * the application's data source. When the application stops it goes back.
 *
 * Associations may be made before or after. Classes with decorators may be described as well.
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
  setDescription(model, { leaveOut: description.leaveOut ?? [] });
  // Its names are texts at run time, whatever the model.
  const said = description as unknown as ModelDescription;
  declareRoot(type, said);
  declareFields(type, said);
  declareMembers(type, said);
  return model;
}

/** By which it is found among what modules export; Sequelize's `init` may still give it another. */
function setPlainName(model: ModelStatic<SequelizeModel>): void {
  if (isPlain(model)) setModelName(model.prototype as object, model.name);
}

function declareRoot(type: DomainClass, { root, marks = [] }: ModelDescription): void {
  if (root) defaultRegistry.declareAggregate(type, root === true ? {} : root);
  for (const mark of marks) mark(type);
}

function declareFields(type: DomainClass, { key, searchable = [], ...access }: ModelDescription): void {
  if (typeof key === 'string') defaultRegistry.declareEntityKey(type, key);
  else if (key) defaultRegistry.declareEntityKey(type, key.field, { changeable: key.changeable });
  const marks = Array.isArray(searchable) ? searchable.map((name: string) => [name, true] as const) : [];
  const searches = Array.isArray(searchable) ? marks : Object.entries(searchable);
  for (const [name, options] of searches) {
    if (options) defaultRegistry.declareSearchable(type, name, options === true ? {} : options);
  }
  for (const kind of ['hidden', 'readOnly', 'writeOnly'] as const satisfies readonly FieldAccess[]) {
    for (const name of access[kind] ?? []) defaultRegistry.declareAccess(type, name, kind);
  }
}

function declareMembers(type: DomainClass, description: ModelDescription): void {
  const { collections = {}, ones = {}, actions = {}, members = {} } = description;
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
  for (const [name, marks] of Object.entries(members)) {
    for (const mark of marks ?? []) mark(type.prototype as never, name);
  }
}
