import type { Model as SequelizeModel } from 'sequelize';
import type { OptionKinds } from '../../foundation';
import {
  ACTION_OPTIONS,
  type ActionOptions,
  type AggregateRootOptions,
  type CollectionOptions,
  type DomainClass,
  type OneOptions,
  type SearchableOptions,
} from '../../metadata';
import type { CollectionOf, FieldsOf, IsAny, OnesOf } from '../models/attributes';

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

/** An action. Its parameter types are listed, since a plain model has no decorator metadata. */
export interface DescribedAction extends Omit<ActionOptions, 'value' | 'parameters'> {
  /** The last path segment; the name of the method in snake_case when absent. */
  readonly value?: string;
  /**
   * The classes of the parameters, in order: `[String, Date]`, or by their names: `{ reason: String, at: Date }`. Use `schema`
   * for other types; then names alone may be given: `['reason', 'at']`.
   */
  readonly parameters?: readonly unknown[] | Readonly<Record<string, unknown>>;
}

export const DESCRIBED_ACTION_OPTIONS = {
  ...ACTION_OPTIONS,
  parameters: 'listOrOptions',
} satisfies OptionKinds<DescribedAction>;

/** The description of a plain model, in place of decorators. */
export interface ModelDescription<M extends SequelizeModel = SequelizeModel> {
  /** The name of the class in the API, in place of its own: `Order`. */
  readonly name?: string;
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

export const DESCRIPTION_OPTIONS = {
  root: 'flagOrOptions',
  key: 'nameOrOptions',
  searchable: 'namesOrOptions',
  hidden: 'names',
  readOnly: 'names',
  writeOnly: 'names',
  collections: 'options',
  ones: 'options',
  actions: 'options',
  exclude: 'names',
  decorators: 'functions',
  memberDecorators: 'options',
  name: 'name',
} satisfies OptionKinds<ModelDescription>;
