import type { OptionKinds } from '../../foundation';
import { type DomainClass, EXPOSURE_OPTIONS, type Exposure } from './domain-class';
import type { FieldDescription } from './fields';

/** Values of fields, by name, that all rows of an association have: `{ ownerType: 'video' }`. */
export type AssociationScope = Readonly<Record<string, string | number | boolean | null>>;

/** The rule for rows whose foreign key refers to a deleted row: `setNull` unlinks them. */
export type DeleteRule = 'cascade' | 'setNull' | 'restrict';

/** How many children a parent may have, and how many parents a child; a `oneToOne` has one child at most. */
export type CollectionKind = 'oneToOne' | 'oneToMany' | 'manyToMany';

/** An association to children as persistence describes it. */
export interface CollectionDescription {
  readonly property: string;
  readonly kind: CollectionKind;
  readonly target: DomainClass;
  /** The child's field with the key of its parent; undefined for a many-to-many. */
  readonly foreignKey?: string;
  /** The link between the rows, equal for both sides of an association; undefined for a tree within one table. */
  readonly relation?: string;
  /** The class of the join table of a many-to-many, and its columns besides the two keys. */
  readonly join?: { readonly type: DomainClass; readonly fields: readonly FieldDescription[] };
  /** Values that all children have; children that are created in the collection get them. */
  readonly scope?: AssociationScope;
  /** The rule that the model declares. */
  readonly onDelete?: DeleteRule;
}

/** A to-one association as persistence describes it; `foreignKey` is a field of the owner. */
export interface ReferenceDescription {
  readonly property: string;
  readonly target: DomainClass;
  readonly foreignKey: string;
  /** As of collections. */
  readonly relation?: string;
  /** For a polymorphic foreign key: it refers to the target if the owner has the values of one of these. */
  readonly scopes?: readonly AssociationScope[];
}

export interface CollectionOptions extends Partial<Exposure> {
  /** False keeps the collection out of the payloads of its parent: children are written by their own routes alone. */
  readonly nested?: boolean;
  /** Whether children that are roots are deleted with their parent; otherwise deleting the parent is rejected. */
  readonly cascade?: boolean;
  /** Whether responses show the children by default; otherwise only when `include` or `expand` names the collection. */
  readonly embed?: boolean;
  /**
   * Whether an array replaces the collection, in an update of the parent and by a PUT on the collection itself;
   * otherwise children that the array does not name stay.
   */
  readonly replace?: boolean;
}

export const COLLECTION_OPTIONS = {
  ...EXPOSURE_OPTIONS,
  nested: 'flag',
  cascade: 'flag',
  embed: 'flag',
  replace: 'flag',
} satisfies OptionKinds<CollectionOptions>;

/** Options of a single child, as {@link CollectionOptions} are of several. */
export type OneOptions = Pick<CollectionOptions, keyof Exposure | 'nested' | 'cascade' | 'embed'>;

export const ONE_OPTIONS = {
  ...EXPOSURE_OPTIONS,
  nested: 'flag',
  cascade: 'flag',
  embed: 'flag',
} satisfies OptionKinds<OneOptions>;
