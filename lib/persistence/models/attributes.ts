import type { NonAttribute, Model as SequelizeModel } from 'sequelize';

/** The members that identify a model. Comparing with `Model` would be a circular type. */
interface ModelLike {
  readonly isNewRecord: boolean;
  readonly sequelize: unknown;
}

type Method = (...args: never) => unknown;
type NonAttributeBrand = keyof NonAttribute<object>;
/** Members of the base classes; `Model` declares `deletedAt` for every class. */
type OwnMember = keyof SequelizeModel | '_known' | 'deletedAt' | symbol;

export type IsAny<T> = 0 extends 1 & T ? true : false;

type FieldKind<T> =
  IsAny<T> extends true
    ? 'column'
    : NonNullable<T> extends Method
      ? 'method'
      : NonNullable<T> extends ModelLike
        ? 'reference'
        : NonNullable<T> extends readonly ModelLike[]
          ? 'collection'
          : NonAttributeBrand extends keyof NonNullable<T>
            ? 'other'
            : 'column';

type NameOf<M, K extends keyof M, Kind> = K extends OwnMember ? never : FieldKind<M[K]> extends Kind ? K : never;

/** The declared fields of a domain class, without methods and associations. */
export type FieldsOf<M> = { [K in keyof M as NameOf<M, K, 'column'>]: M[K] };

type ElementOf<T> = NonNullable<T> extends readonly (infer Element)[] ? Element : never;

/** The fields of a new entity, all optional: declared types do not say which columns have a default. */
export type NewFieldsOf<M> = Partial<FieldsOf<M>> & {
  [K in keyof M as NameOf<M, K, 'reference'>]?: NewFieldsOf<NonNullable<M[K]>> | null;
} & {
  [K in keyof M as NameOf<M, K, 'collection'>]?: readonly NewFieldsOf<ElementOf<M[K]>>[];
};

/** The names of the to-many fields of a domain class. */
export type CollectionOf<M> = keyof { [K in keyof M as NameOf<M, K, 'collection'>]: true };

/** The to-one fields of a domain class, as an object type, so that subclasses with more fields are assignable. */
export type OnesOf<M> = { readonly [K in keyof M as NameOf<M, K, 'reference'>]: true };

/** The type argument of `BaseDomain` if the class passes one, else its declared fields. */
export type AttributesOf<A, M> = unknown extends A ? FieldsOf<M> : A;

/** The second type argument of `BaseDomain` if the class passes one, else its declared fields. */
export type NewAttributesOf<C, M> = unknown extends C ? NewFieldsOf<M> : WithoutOwn<C>;

type OwnColumn = 'id' | 'createdAt' | 'updatedAt' | 'version';

/** Creation attributes in which the generated columns are optional. */
export type WithoutOwn<C> = Omit<C, OwnColumn> & Partial<Pick<C, OwnColumn & keyof C>>;

/**
 * The types that methods of `BaseDomain` look up by `this['_known'][…]`, so that they differ by subclass. It is callable,
 * so that Sequelize's `InferAttributes` ignores it as a method.
 */
export interface Known<A, M> {
  (): never;
  readonly changes: Partial<AttributesOf<A, M>>;
  readonly collection: CollectionOf<M>;
  readonly ones: OnesOf<M>;
}
