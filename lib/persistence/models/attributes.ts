import type { NonAttribute, Model as SequelizeModel } from 'sequelize';

/** Enough to know a model by. Comparing with the whole of `Model` would ask for the attributes that are being worked out. */
interface ModelLike {
  readonly isNewRecord: boolean;
  readonly sequelize: unknown;
}

type Method = (...args: never) => unknown;
type NonAttributeBrand = keyof NonAttribute<object>;
/** Members of the base classes; `deletedAt` is declared by `Model` for every class. */
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

/** The fields of a domain class by their declared types: no methods, no associations. */
export type FieldsOf<M> = { [K in keyof M as NameOf<M, K, 'column'>]: M[K] };

type ElementOf<T> = NonNullable<T> extends readonly (infer Element)[] ? Element : never;

/** The fields of a new entity. Declared types do not say which columns have a default, so none of them is required. */
export type NewFieldsOf<M> = Partial<FieldsOf<M>> & {
  [K in keyof M as NameOf<M, K, 'reference'>]?: NewFieldsOf<NonNullable<M[K]>> | null;
} & {
  [K in keyof M as NameOf<M, K, 'collection'>]?: readonly NewFieldsOf<ElementOf<M[K]>>[];
};

/** The names of the to-many fields of a domain class. */
export type CollectionOf<M> = keyof { [K in keyof M as NameOf<M, K, 'collection'>]: true };

/** The to-one fields of a domain class. By name, so that a class with more of them goes where one with fewer does. */
export type OnesOf<M> = { readonly [K in keyof M as NameOf<M, K, 'reference'>]: true };

/** `A` where a class gives its attributes to `BaseDomain`, else (they are `any`) the fields that it declares. */
export type AttributesOf<A, M> = unknown extends A ? FieldsOf<M> : A;

/** `C` where a class gives its creation attributes to `BaseDomain`. */
export type NewAttributesOf<C, M> = unknown extends C ? NewFieldsOf<M> : WithoutOwn<C>;

type OwnColumn = 'id' | 'createdAt' | 'updatedAt' | 'version';

/** Creation attributes without need for the columns that the framework and the database fill. */
export type WithoutOwn<C> = Omit<C, OwnColumn> & Partial<Pick<C, OwnColumn & keyof C>>;

/**
 * Types that methods of `BaseDomain` name by `this['_known'][…]`, which the compiler knows of each subclass, and inside of
 * its methods. It looks like a method, so that Sequelize's `InferAttributes` passes it by and need not look into it.
 */
export interface Known<A, M> {
  (): never;
  readonly changes: Partial<AttributesOf<A, M>>;
  readonly collection: CollectionOf<M>;
  readonly ones: OnesOf<M>;
}
