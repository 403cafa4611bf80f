import type { WireNames } from '../naming';
import type { DurationUnit, FieldType } from '../values';

/** Any class of a domain model. */
export type DomainClass<T extends object = object> = abstract new (...args: never[]) => T;

/** Which of the four operations have routes; each is true unless it was set to false. */
export interface Exposure {
  readonly create: boolean;
  readonly read: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

/** `open` both ways; `readOnly` never from a payload; `writeOnly` never in a response; `hidden` neither. */
export type FieldAccess = 'open' | 'readOnly' | 'writeOnly' | 'hidden';

/**
 * Who gives a field its value: the payload, the database (a generated key), the framework (timestamps, version), or
 * a getter alone.
 */
export type FieldOrigin = 'payload' | 'generated' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version' | 'computed';

/** A column as the persistence describes it. */
export interface FieldDescription {
  readonly name: string;
  readonly type: FieldType;
  readonly origin: FieldOrigin;
  readonly isNullable: boolean;
  /** Of a timestamp that has a value in every row, whatever its column would hold. */
  readonly isAlwaysSet?: boolean;
  readonly hasDefault: boolean;
  readonly isPrimaryKey: boolean;
  readonly isUnique: boolean;
}

export interface FieldMetadata extends FieldDescription {
  readonly wireName: string;
  readonly access: FieldAccess;
  readonly searchable?: SearchableOptions;
  /** Of a large value: in no list unless it is asked for, with routes for its bytes. */
  readonly large?: LargeMetadata;
  /** The rules of `@Constraint`, each of which must hold; what they are, only those who check them know. */
  readonly constraints: readonly unknown[];
  readonly annotations: Annotations;
  /** Its old name, beside its own. */
  readonly renamed?: RenamedMember;
  /** Of a field without a column, which an accessor computes: the columns that it reads. */
  readonly sources?: readonly FieldMetadata[];
  /** The class of the join table that has the column, of a field that elements of a many-to-many collection have. */
  readonly holder?: DomainClass;
}

/** Values of fields, by name, that make a row one of an association: `{ ownerType: 'video' }`. */
export type AssociationScope = Readonly<Record<string, string | number | boolean | null>>;

/** The rule for rows whose foreign key names a deleted row: `setNull` unlinks them. */
export type DeleteRule = 'cascade' | 'setNull' | 'restrict';

/** How many children a parent may have, and how many parents a child; of a `oneToOne`, one at most. */
export type CollectionKind = 'oneToOne' | 'oneToMany' | 'manyToMany';

/** An association to children as the persistence describes it. */
export interface CollectionDescription {
  readonly property: string;
  readonly kind: CollectionKind;
  readonly target: DomainClass;
  /** The field of the child that holds its parent's key; undefined for a many-to-many. */
  readonly foreignKey?: string;
  /** Of a many-to-many: the class of its join table, and the columns that say more than who is linked. */
  readonly join?: { readonly type: DomainClass; readonly fields: readonly FieldDescription[] };
  /** Values that all children share; new ones in the collection get them. */
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

/** Values that other rooms attach to an entry, by their own symbol: in the order declared, superclasses first. */
export type Annotations = ReadonlyMap<symbol, readonly unknown[]>;

/** The description of a domain class by persistence, so that metadata needs no ORM. */
export interface EntityDescription {
  readonly fields: readonly FieldDescription[];
  readonly collections: readonly CollectionDescription[];
  readonly references: readonly ReferenceDescription[];
  /** Virtual fields and accessors: they exist, but have no column. */
  readonly computed: readonly string[];
}

/** The description by persistence of a field without a column: a virtual one, or an accessor of the class. */
export interface ComputedDescription {
  /** Undefined where neither the column nor the declaration tells it. */
  readonly type?: FieldType;
  /** The fields that the column itself lists. */
  readonly from?: readonly string[];
  readonly hasGetter: boolean;
  readonly hasSetter: boolean;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

export interface EntityReader {
  read(type: DomainClass): EntityDescription;
  /** @returns undefined for a member that is neither a virtual column nor an accessor */
  computed?(type: DomainClass, name: string, declared?: ComputedDeclaration): ComputedDescription | undefined;
  /** Why no member of the class can have that name, as part of a message; undefined where it can. */
  reservedBy?(type: DomainClass, name: string): string | undefined;
}

export interface AggregateRootOptions extends Partial<Exposure> {
  /** The path segment in place of the plural of the class name: `carts`. */
  readonly name?: string;
  /** Whether its writes take the header `Idempotency-Key`, in place of `idempotency.key` of the configuration. */
  readonly idempotency?: IdempotencyUse;
  /** Whether its writes take the header `If-Match`, in place of `concurrency.ifMatch` of the configuration. */
  readonly concurrency?: ConcurrencyUse;
}

/** Of the versions of aggregates: `off` tells and checks none, `required` refuses a write without `If-Match`. */
export type ConcurrencyUse = (typeof CONCURRENCY_USES)[number];

export const CONCURRENCY_USES = ['off', 'optional', 'required'] as const;

/** Of the header `Idempotency-Key`: `required` refuses a write without it. */
export type IdempotencyUse = (typeof IDEMPOTENCY_USES)[number];

export const IDEMPOTENCY_USES = ['off', 'optional', 'required'] as const;

export interface CollectionOptions extends Partial<Exposure> {
  /** False closes the root's payload to this collection: children then come by their own routes alone. */
  readonly nested?: boolean;
  /** Whether children that are roots themselves go with their parent; without it, deleting the parent is refused. */
  readonly cascade?: boolean;
  /** Whether responses show the children by default; otherwise only when `include` or `expand` names the collection. */
  readonly embed?: boolean;
  /**
   * Whether an array makes the collection exactly that, in an update of the parent and by a PUT on the collection itself;
   * without it, children that an array does not name stay.
   */
  readonly replace?: boolean;
}

/** Options of a single child, as {@link CollectionOptions} are of several. */
export type OneOptions = Pick<CollectionOptions, keyof Exposure | 'nested' | 'cascade' | 'embed'>;

export interface ComputedOptions<Name extends string = string> {
  /** The columns that the getter reads; they alone are loaded for it. All of them when absent. */
  readonly from?: readonly Name[];
  /**
   * Its type, where the declared type does not tell (a union such as `string | null`, an array, an object):
   * `String`, `Number`, `Boolean`, `Date`, `BigInt`, or a data type of Sequelize.
   */
  readonly type?: unknown;
}

export interface ComputedDeclaration extends ComputedOptions {
  /** As decorator metadata tells it. */
  readonly declaredType?: unknown;
}

export interface SearchableOptions {
  /** Compares without regard to case; text is otherwise compared by its bytes. */
  readonly ignoreCase?: boolean;
  /** Keeps the words of the text in an index of the database, so that lists can be searched by them (`body[match]`). */
  readonly fullText?: boolean;
}

/** Where the media type of a large value comes from; both together contradict each other. */
export type LargeOptions =
  | {
      /** The column of the same class that holds it, as it was sent: `photoType`. */
      readonly mediaTypeField?: string;
      readonly mediaType?: never;
    }
  | {
      readonly mediaTypeField?: never;
      /** The only one: `image/png`. */
      readonly mediaType?: string;
    };

/** Until when an old name is kept. */
export interface RenamedFromOptions {
  /** The last day, as `2027-06-30`: of the header `Sunset`. */
  readonly until: string;
  /** The day from which it was old, for the header `Deprecation`; the start of the process when absent. */
  readonly since?: string;
}

/** What `@RenamedFrom` says, before anything is checked. */
export interface RenamedDeclaration extends RenamedFromOptions {
  readonly name: string;
}

/** The old name of a member, in snake_case, and until when it is kept. */
export type RenamedMember = Readonly<RenamedDeclaration>;

export interface LargeMetadata {
  /** With which its bytes are sent, where no column says otherwise. */
  readonly mediaType: string;
  /** Whether no other is accepted. */
  readonly isMediaTypeFixed: boolean;
  /** The field of the same class that holds it. */
  readonly mediaTypeField?: string;
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
   * The return type, for the API documents: a domain class, a plain class, `String`, `Number`, `Boolean`, `Date`
   * or `BigInt`; in an array for a list of these. TypeScript leaves no trace of the class that a promise is for.
   */
  readonly returns?: DomainClass | readonly [DomainClass];
}

/** The parts of the aggregate that an invariant needs beside the root. */
export interface InvariantOptions {
  /** The collections that are loaded before it is asked, from the root down: `orderItems.shipments`. */
  readonly load?: readonly string[];
}

/** An `@Invariant`, before anything is checked. */
export interface InvariantDeclaration extends Required<InvariantOptions> {
  readonly name: string;
  readonly message: string;
  readonly method: string;
}

/** An `@Argument` of a field of a plain class. */
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

/** The part of a Joi object schema that is used here, so that metadata need not know Joi. */
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

/** An `@Action`, before anything is checked. */
export interface ActionDeclaration extends ActionOptions {
  readonly method: string;
  /** As decorator metadata names them; undefined where the compiler emits none. */
  readonly parameterTypes?: readonly unknown[];
  /** Of the parameters that are durations, by position. */
  readonly durations?: ReadonlyMap<number, DurationUnit>;
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
  /** Fields without a column that responses show, or payloads set; by domain name. */
  readonly computed: ReadonlyMap<string, FieldMetadata>;
  /** Those of the fields whose values are large. */
  readonly largeFields: readonly FieldMetadata[];
  /** The key of an entity in a path: the `@EntityKey`, or else the primary key. */
  readonly key: FieldMetadata;
  /** Whether an update may change the key; a primary key never. */
  readonly isKeyChangeable: boolean;
  readonly primaryKey: FieldMetadata;
  readonly collections: ReadonlyMap<string, CollectionMetadata>;
  readonly references: ReadonlyMap<string, ReferenceMetadata>;
  /** Fields, computed ones too, collections and references alike. */
  readonly wireNames: WireNames;
  readonly isRoot: boolean;
  /** Of a root: whether something must hold whenever it or what it holds was written. */
  readonly hasInvariants: boolean;
  /** False for a root with `read: false`: what refers to it does not show it either. */
  readonly isReadable: boolean;
  /** The rules of `@Constraint` on the class, for several fields together. */
  readonly constraints: readonly unknown[];
  /** Of the class as a whole. */
  readonly annotations: Annotations;
}

/** A field of an entity that holds its children, seen as a sub-resource; of a `oneToOne`, a single child or none. */
export interface CollectionMetadata {
  readonly property: string;
  /** The path segment, and the name in payloads: `order_items`. */
  readonly wireName: string;
  readonly kind: CollectionKind;
  readonly owner: EntityMetadata;
  readonly target: EntityMetadata;
  /** The child's field that holds the parent's key; undefined for a many-to-many. */
  readonly foreignKey?: string;
  /** Of a many-to-many: what the join table says of a link, by domain name; elements show it as fields of their own. */
  readonly joinFields: ReadonlyMap<string, FieldMetadata>;
  /** Values that all children share: they are found by them, and get them when they are created here. */
  readonly scope: AssociationScope;
  readonly exposure: Exposure;
  readonly nested: boolean;
  readonly cascade: boolean;
  /** As the model declares it; it wins over `cascade`, and over what holds for children that are roots. */
  readonly onDelete?: DeleteRule;
  /** Whether responses show it by default. */
  readonly embed: boolean;
  /** Arrays in updates are all that it has then. */
  readonly replace: boolean;
  /** In no payload and no response; its routes stay. */
  readonly isHidden: boolean;
  /** Its old name, beside its own. */
  readonly renamed?: RenamedMember;
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
  /** The rules that must hold after every write inside the aggregate; in the order declared. */
  readonly invariants: readonly InvariantMetadata[];
  /** How its writes use the header `Idempotency-Key`, where the root says so itself. */
  readonly idempotency?: IdempotencyUse;
  /** How it uses entity tags, where the root says so itself. */
  readonly concurrency?: ConcurrencyUse;
}

/** A method of a root that tells whether the aggregate may be as it is. */
export interface InvariantMetadata {
  /** By which clients know it. */
  readonly name: string;
  /** For the client, where it does not hold. */
  readonly message: string;
  readonly method: string;
  /** The collections that are loaded for it. */
  readonly load: readonly CollectionPath[];
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

/** The return type of an action: one of its kind, or a list of them. */
export interface ReturnedContent {
  readonly isList: boolean;
  readonly type: ReturnedType;
}

export type ReturnedType =
  | ValueType
  /** Any class of the domain: as responses show it. */
  | { readonly kind: 'entity'; readonly entity: EntityMetadata }
  | { readonly kind: 'instance'; readonly type: DomainClass };

/** Types that decorator metadata names by a class of JavaScript. */
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

export type DurationType = Extract<FieldType, { readonly kind: 'duration' }>;

/** Where an argument comes from, and how it is read. */
export type ArgumentSource =
  /** The entity that the step of that index in the action's path leads to. */
  | { readonly kind: 'path'; readonly step: number }
  | ValueType
  /** A plain class: an instance of it, with the fields that are marked, by wire name. */
  | { readonly kind: 'instance'; readonly type: DomainClass; readonly fields: ReadonlyMap<string, ActionParameter> }
  /** A number that clients send as ISO 8601 text. */
  | { readonly kind: 'duration'; readonly type: DurationType }
  /** A field of a plain class that has a schema: what that makes of it. */
  | { readonly kind: 'rule'; readonly schema: ArgumentSchema }
  /** A root, named by its key: `{ "id": 5 }`. */
  | { readonly kind: 'entity'; readonly entity: EntityMetadata }
  /** The rule of the schema for the key of the parameter. */
  | { readonly kind: 'schema' }
  /** Taken apart by the method: all that the schema reads for no other parameter. */
  | { readonly kind: 'rest' };
