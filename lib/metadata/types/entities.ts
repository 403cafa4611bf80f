import type { WireNames } from '../../naming';
import type {
  AssociationScope,
  CollectionDescription,
  CollectionKind,
  DeleteRule,
  ReferenceDescription,
} from './associations';
import type { Annotations, DomainClass, Exposure } from './domain-class';
import type {
  ComputedDeclaration,
  ComputedDescription,
  FieldDescription,
  FieldMetadata,
  RenamedMember,
} from './fields';

/** A domain class as persistence describes it, so that metadata needs no ORM. */
export interface EntityDescription {
  readonly fields: readonly FieldDescription[];
  readonly collections: readonly CollectionDescription[];
  readonly references: readonly ReferenceDescription[];
  /** The virtual attributes and accessors, which have no column. */
  readonly computed: readonly string[];
  /** The fields by the names of their columns, for messages. */
  readonly byColumn?: ReadonlyMap<string, string>;
}

/** Reads the columns and associations of domain classes. */
export interface EntityReader {
  read(type: DomainClass): EntityDescription;
  /** @returns undefined for a member that is neither a virtual attribute nor an accessor */
  computed?(type: DomainClass, name: string, declared?: ComputedDeclaration): ComputedDescription | undefined;
  /** Whether the model gives the class its name, so that a bundler cannot change it. */
  isNamed?(type: DomainClass): boolean;
  /** Why no member of the class can have that name, as part of a message; undefined if one can. */
  reservedBy?(type: DomainClass, name: string): string | undefined;
}

/** One class of an aggregate: its root or a child. */
export interface EntityMetadata {
  readonly type: DomainClass;
  /** The class name: `OrderItem`. */
  readonly name: string;
  /** By domain name, in the order declared. */
  readonly fields: ReadonlyMap<string, FieldMetadata>;
  /** Fields without a column that responses show, or payloads set; by domain name. */
  readonly computed: ReadonlyMap<string, FieldMetadata>;
  /** The fields with large values. */
  readonly largeFields: readonly FieldMetadata[];
  /** The key of an entity in a path: the `@EntityKey`, or else the primary key. */
  readonly key: FieldMetadata;
  /** Whether an update may change the key; false for a primary key. */
  readonly isKeyChangeable: boolean;
  /** Of a class without a key in paths, the first field of {@link rowOrder}. */
  readonly primaryKey: FieldMetadata;
  /** Whether paths and payloads name its entities; false for a root with `keyed: false`, which is only listed. */
  readonly isKeyed: boolean;
  /** The fields that end every order: the columns of the primary key; without one, all that can be sorted. */
  readonly rowOrder: readonly FieldMetadata[];
  /** Whether no two rows are equal in {@link rowOrder}; false without a primary key. */
  readonly isOrderTotal: boolean;
  readonly collections: ReadonlyMap<string, CollectionMetadata>;
  readonly references: ReadonlyMap<string, ReferenceMetadata>;
  /** The wire names of fields, computed fields, collections and references. */
  readonly wireNames: WireNames;
  readonly isRoot: boolean;
  /** The other roots whose collections lead to the class. */
  readonly holders: readonly EntityMetadata[];
  /** Whether the class is a root with invariants. */
  readonly hasInvariants: boolean;
  /** False for a root with `read: false`: references to it are not shown either. */
  readonly isReadable: boolean;
  /** The schemas of `@Constraint` on the class, for several fields together. */
  readonly constraints: readonly unknown[];
  /** The annotations of the class itself. */
  readonly annotations: Annotations;
}

/** A field of an entity that holds its children, seen as a sub-resource; a `oneToOne` has a single child or none. */
export interface CollectionMetadata {
  readonly property: string;
  /** The path segment, and the name in payloads: `order_items`. */
  readonly wireName: string;
  readonly kind: CollectionKind;
  readonly owner: EntityMetadata;
  readonly target: EntityMetadata;
  /** The child's field with the key of its parent; undefined for a many-to-many. */
  readonly foreignKey?: string;
  /** The link between the rows, equal for both sides of an association; undefined for a tree within one table. */
  readonly relation?: string;
  /** The columns of a many-to-many's join table besides its keys, by domain name; elements show them as their fields. */
  readonly joinFields: ReadonlyMap<string, FieldMetadata>;
  /** Values that all children have; children that are created in the collection get them. */
  readonly scope: AssociationScope;
  readonly exposure: Exposure;
  readonly nested: boolean;
  readonly cascade: boolean;
  /** The rule that the model declares; it takes precedence over `cascade`. */
  readonly onDelete?: DeleteRule;
  /** Whether responses show it by default. */
  readonly embed: boolean;
  /** Whether arrays in updates replace the collection. */
  readonly replace: boolean;
  /** Whether it is left out of payloads and responses; its routes stay. */
  readonly isHidden: boolean;
  /** The old name that clients may still use. */
  readonly renamed?: RenamedMember;
  readonly annotations: Annotations;
}

/** A to-one association to an entity that is not a child. */
export interface ReferenceMetadata {
  readonly property: string;
  readonly wireName: string;
  readonly isHidden: boolean;
  readonly owner: EntityMetadata;
  readonly target: EntityMetadata;
  /** The owner's field with the key of the target. */
  readonly foreignKey: string;
  /** As of collections. */
  readonly relation?: string;
  /** The owner refers to the target if it has the values of one of these; always if there are none. */
  readonly scopes: readonly AssociationScope[];
}

/** The collections from a root down to a child: `[orderItems, shipments]`. */
export type CollectionPath = readonly CollectionMetadata[];
