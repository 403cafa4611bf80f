import type { WireNames } from '../naming';
import type { FieldType } from '../values';

/** Any class of a domain model. */
export type DomainClass<T extends object = object> = abstract new (...args: never[]) => T;

/** Which of the four operations have routes; each is true unless it was set to false. */
export interface Exposure {
  readonly create: boolean;
  readonly read: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

/** `open` both ways; `readOnly` never from a payload; `writeOnly` never in an answer; `hidden` neither. */
export type FieldAccess = 'open' | 'readOnly' | 'writeOnly' | 'hidden';

/** Who gives a field its value: the payload, the database (a generated key), or the framework (timestamps, version). */
export type FieldOrigin = 'payload' | 'generated' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version';

/** A column as the persistence describes it. */
export interface FieldDescription {
  readonly name: string;
  readonly type: FieldType;
  readonly origin: FieldOrigin;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly isPrimaryKey: boolean;
  readonly isUnique: boolean;
}

export interface FieldMetadata extends FieldDescription {
  readonly wireName: string;
  readonly access: FieldAccess;
  readonly searchable?: SearchableOptions;
  /** The rules of `@Constraint`, each of which must hold; what they are, only those who check them know. */
  readonly constraints: readonly unknown[];
  readonly annotations: Annotations;
}

/** Values of fields, by name, that make a row one of an association: `{ ownerType: 'video' }`. */
export type AssociationScope = Readonly<Record<string, string | number | boolean | null>>;

/** What becomes of rows when the row that their foreign key names is deleted: `setNull` unlinks them. */
export type DeleteRule = 'cascade' | 'setNull' | 'restrict';

/** A to-many association as the persistence describes it. */
export interface CollectionDescription {
  readonly property: string;
  readonly kind: 'oneToMany' | 'manyToMany';
  readonly target: DomainClass;
  /** Of a one-to-many: the field of the child that holds its parent's key. */
  readonly foreignKey?: string;
  /** What the children have in common; those that are created in the collection get it. */
  readonly scope?: AssociationScope;
  /** As the model declares it. */
  readonly onDelete?: DeleteRule;
}

/** A to-one association as the persistence describes it; `foreignKey` is a field of the owner. */
export interface ReferenceDescription {
  readonly property: string;
  readonly target: DomainClass;
  readonly foreignKey: string;
  /** Where the foreign key may be that of other classes: the owner refers to the target if it meets one of them. */
  readonly scopes?: readonly AssociationScope[];
}

/** What other rooms hang on an entry, by the mark that they know it by: in the order declared, superclasses first. */
export type Annotations = ReadonlyMap<symbol, readonly unknown[]>;

/** What a persistence tells of a domain class, so that metadata needs no ORM. */
export interface EntityDescription {
  readonly fields: readonly FieldDescription[];
  readonly collections: readonly CollectionDescription[];
  readonly references: readonly ReferenceDescription[];
  /** Virtual fields and accessors: they exist, but have no column. */
  readonly computed: readonly string[];
}

export interface EntityReader {
  read(type: DomainClass): EntityDescription;
  /** Why no member of the class can have that name, as part of a message; undefined where it can. */
  reservedBy?(type: DomainClass, name: string): string | undefined;
}

export interface AggregateRootOptions extends Partial<Exposure> {
  /** The path segment in place of the plural of the class name: `carts`. */
  readonly name?: string;
}

export interface CollectionOptions extends Partial<Exposure> {
  /** False closes the root's payload to this collection: children then come by their own routes alone. */
  readonly nested?: boolean;
  /** Whether children that are roots themselves go with their parent; without it, deleting the parent is refused. */
  readonly cascade?: boolean;
  /** Whether answers show the children unasked; without it, only when `include` or `expand` names the collection. */
  readonly embed?: boolean;
}

export interface SearchableOptions {
  /** Compares without regard to case; text is otherwise compared by its bytes. */
  readonly ignoreCase?: boolean;
}

export interface ActionOptions {
  /** The last path segment, in snake_case: `cancel`. */
  readonly value: string;
  /** The collections from the root down to the child that the method acts on: `orderItems.shipments`. */
  readonly path?: string;
  /** Parameters that a payload may leave out; those with a default value may be left out anyway. */
  readonly optional?: readonly string[];
  /**
   * A Joi object whose keys are parameters (camelCase). It says what their types cannot: the elements of an array, the
   * members of a union, the fields of a parameter that is taken apart.
   */
  readonly schema?: ArgumentSchema;
  /**
   * What the method returns, for the API documents: a domain class, a plain class, `String`, `Number`, `Boolean`, `Date`
   * or `BigInt`; in an array for a list of these. TypeScript leaves no trace of the class that a promise is for.
   */
  readonly returns?: DomainClass | readonly [DomainClass];
}

/** What `@Argument` says of a field of a plain class. */
export interface ArgumentOptions {
  /** Whether a payload may leave it out; `null` then counts as nothing. */
  readonly optional?: boolean;
  /** A Joi schema in place of the declared type, for what that cannot say: the elements of an array, a union, an enum. */
  readonly schema?: ArgumentSchema;
}

export interface ArgumentDeclaration extends ArgumentOptions {
  /** As decorator metadata tells it. */
  readonly type: unknown;
}

/** What is used here of a Joi object schema, so that metadata need not know Joi. */
export interface ArgumentSchema {
  describe(): { readonly type?: string; readonly keys?: object };
  validate(
    value: unknown,
    options: { readonly abortEarly: boolean; readonly errors: { readonly label: false } },
  ): { readonly value?: unknown; readonly error?: { readonly details: readonly ArgumentFault[] } };
}

export interface ArgumentFault {
  /** As Joi names what is wrong: `object.unknown`. */
  readonly type?: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly context?: { readonly value?: unknown };
}

/** What `@Action` says of a method, before anything is checked. */
export interface ActionDeclaration extends ActionOptions {
  readonly method: string;
  /** As decorator metadata names them; undefined where the compiler emits none. */
  readonly parameterTypes?: readonly unknown[];
  /** The same for what the method returns; of a promise it is not told what it is for. */
  readonly returnType?: unknown;
}

export interface EntityKeyOptions {
  /** Whether an update may change it; the paths of the entity change with it. False by default. */
  readonly changeable?: boolean;
}

/** One class of an aggregate: its root or a child. */
export interface EntityMetadata {
  readonly type: DomainClass;
  /** The class name: `OrderItem`. */
  readonly name: string;
  /** By domain name, in the order declared. */
  readonly fields: ReadonlyMap<string, FieldMetadata>;
  /** What names an entity in a path: the `@EntityKey`, or else the primary key. */
  readonly key: FieldMetadata;
  /** Whether an update may change the key; a primary key never. */
  readonly isKeyChangeable: boolean;
  readonly primaryKey: FieldMetadata;
  readonly collections: ReadonlyMap<string, CollectionMetadata>;
  readonly references: ReadonlyMap<string, ReferenceMetadata>;
  /** Fields, collections and references alike. */
  readonly wireNames: WireNames;
  readonly isRoot: boolean;
  /** False for a root with `read: false`: what refers to it does not show it either. */
  readonly isReadable: boolean;
  /** The rules of `@Constraint` on the class, for several fields together. */
  readonly constraints: readonly unknown[];
  /** Of the class as a whole. */
  readonly annotations: Annotations;
}

/** A to-many field of an entity, seen as a sub-resource. */
export interface CollectionMetadata {
  readonly property: string;
  /** The path segment, and the name in payloads: `order_items`. */
  readonly wireName: string;
  readonly kind: 'oneToMany' | 'manyToMany';
  readonly owner: EntityMetadata;
  readonly target: EntityMetadata;
  /** The child's field that holds the parent's key; undefined for a many-to-many. */
  readonly foreignKey?: string;
  /** What the children have in common: they are looked up by it, and get it when they are created here. */
  readonly scope: AssociationScope;
  readonly exposure: Exposure;
  readonly nested: boolean;
  readonly cascade: boolean;
  /** As the model declares it; it wins over `cascade`, and over what holds for children that are roots. */
  readonly onDelete?: DeleteRule;
  /** In answers unasked. */
  readonly embed: boolean;
  /** In no payload and no answer; its routes stay. */
  readonly isHidden: boolean;
  readonly annotations: Annotations;
}

export interface ReferenceMetadata {
  readonly property: string;
  readonly wireName: string;
  readonly isHidden: boolean;
  readonly owner: EntityMetadata;
  readonly target: EntityMetadata;
  /** The owner's field that holds the key of the target. */
  readonly foreignKey: string;
  /** The owner refers to the target if it meets one of them; in any case when there are none. */
  readonly scopes: readonly AssociationScope[];
}

/** The collections from a root down to a child: `[orderItems, shipments]`. */
export type CollectionPath = readonly CollectionMetadata[];

export interface AggregateMetadata {
  readonly root: EntityMetadata;
  /** The path segment: `shopping_carts`. */
  readonly resourceName: string;
  readonly exposure: Exposure;
  /** Every walk from the root down, the shorter before the longer; none enters a class twice. */
  readonly paths: readonly CollectionPath[];
  /** In the order declared. */
  readonly actions: readonly ActionMetadata[];
}

/** A method of a root that is called by a PUT route. */
export interface ActionMetadata {
  /** The last path segment: `cancel`. */
  readonly name: string;
  /** From the root down to the entity that the method acts on; empty for the root itself. */
  readonly path: CollectionPath;
  readonly method: string;
  /** In the order of the method. */
  readonly parameters: readonly ActionParameter[];
  readonly schema?: ArgumentSchema;
  /** Undefined where it is not known. */
  readonly returns?: ReturnedContent;
  readonly annotations: Annotations;
}

/** What an action returns: one of its kind, or a list of them. */
export interface ReturnedContent {
  readonly isList: boolean;
  readonly type: ReturnedType;
}

export type ReturnedType =
  | ValueType
  /** Any class of the domain: as responses show it. */
  | { readonly kind: 'entity'; readonly entity: EntityMetadata }
  | { readonly kind: 'instance'; readonly type: DomainClass };

/** What decorator metadata names by a class of JavaScript's own. */
export interface ValueType {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'bigint';
}

export interface ActionParameter {
  /** Empty for one that is taken apart. */
  readonly name: string;
  /** The key in the payload. */
  readonly wireName: string;
  /** Whether a payload may leave it out. */
  readonly isOptional: boolean;
  readonly source: ArgumentSource;
}

/** Where an argument comes from, and how it is read. */
export type ArgumentSource =
  /** The entity that the step of that index in the action's path leads to. */
  | { readonly kind: 'path'; readonly step: number }
  | ValueType
  /** A plain class: an instance of it, with the fields that are marked, by wire name. */
  | { readonly kind: 'instance'; readonly type: DomainClass; readonly fields: ReadonlyMap<string, ActionParameter> }
  /** A field of a plain class that has a schema: what that makes of it. */
  | { readonly kind: 'rule'; readonly schema: ArgumentSchema }
  /** A root, named by its key: `{ "id": 5 }`. */
  | { readonly kind: 'entity'; readonly entity: EntityMetadata }
  /** What the schema makes of the parameter's key. */
  | { readonly kind: 'schema' }
  /** Taken apart by the method: all that the schema reads for no other parameter. */
  | { readonly kind: 'rest' };
