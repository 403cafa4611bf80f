import type { OptionKinds } from '../../foundation';
import type { DurationUnit, FieldType } from '../../values';
import type { Annotations, DomainClass } from './domain-class';

/** `open` in both directions, `readOnly` never in a payload, `writeOnly` never in a response, `hidden` in neither. */
export type FieldAccess = 'open' | 'readOnly' | 'writeOnly' | 'hidden';

/** The source of a field's value: the payload, the database (`generated`), the framework, or a getter (`computed`). */
export type FieldOrigin = 'payload' | 'generated' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version' | 'computed';

/** A column as persistence describes it. */
export interface FieldDescription {
  readonly name: string;
  readonly type: FieldType;
  readonly origin: FieldOrigin;
  readonly isNullable: boolean;
  /** Whether a timestamp has a value in every row, although its column is nullable. */
  readonly isAlwaysSet?: boolean;
  readonly hasDefault: boolean;
  readonly isPrimaryKey: boolean;
  readonly isUnique: boolean;
}

export interface FieldMetadata extends FieldDescription {
  readonly wireName: string;
  readonly access: FieldAccess;
  readonly searchable?: SearchableOptions;
  /** Set for a large value: left out of lists unless `include` names it, with routes for its bytes. */
  readonly large?: LargeMetadata;
  /** The schemas of `@Constraint`, all of which must hold; opaque here. */
  readonly constraints: readonly unknown[];
  readonly annotations: Annotations;
  /** The old name that clients may still use. */
  readonly renamed?: RenamedMember;
  /** The columns that a computed field reads; undefined for a column. */
  readonly sources?: readonly FieldMetadata[];
  /** The class of the join table, for a column of it that elements of a many-to-many collection show. */
  readonly holder?: DomainClass;
}

export interface EntityKeyOptions {
  /** Whether an update may change the key, and the entity's paths with it. False by default. */
  readonly changeable?: boolean;
}

export const ENTITY_KEY_OPTIONS = { changeable: 'flag' } satisfies OptionKinds<EntityKeyOptions>;

export interface ComputedOptions<Name extends string = string> {
  /** The columns that the getter reads, so that only they are loaded for it. All columns when absent. */
  readonly from?: readonly Name[];
  /**
   * The type of the field, where decorator metadata does not have it (a union such as `string | null`, an array, an
   * object): `String`, `Number`, `Boolean`, `Date`, `BigInt`, or a data type of Sequelize.
   */
  readonly type?: unknown;
}

export const COMPUTED_OPTIONS = { from: 'names', type: 'any' } satisfies OptionKinds<ComputedOptions>;

export interface ComputedDeclaration extends ComputedOptions {
  /** The type in decorator metadata. */
  readonly declaredType?: unknown;
}

/** A field without a column as persistence describes it: a virtual attribute, or an accessor of the class. */
export interface ComputedDescription {
  /** Undefined if neither the attribute nor the declaration has it. */
  readonly type?: FieldType;
  /** The fields that a virtual attribute lists as its sources. */
  readonly from?: readonly string[];
  readonly hasGetter: boolean;
  readonly hasSetter: boolean;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

export interface SearchableOptions {
  /** Compares without regard to case; otherwise text is compared byte by byte. */
  readonly ignoreCase?: boolean;
  /** Adds a full-text index, so that lists can be searched by words (`body[match]`). */
  readonly fullText?: boolean;
}

export const SEARCHABLE_OPTIONS = { ignoreCase: 'flag', fullText: 'flag' } satisfies OptionKinds<SearchableOptions>;

/** The media type of a large value: fixed, or stored in another column. */
export type LargeOptions =
  | {
      /** The column of the same class that stores the media type: `photoType`. */
      readonly mediaTypeField?: string;
      readonly mediaType?: never;
    }
  | {
      readonly mediaTypeField?: never;
      /** The only media type that is accepted: `image/png`. */
      readonly mediaType?: string;
    };

export const LARGE_OPTIONS = { mediaTypeField: 'name', mediaType: 'name' } satisfies OptionKinds<LargeOptions>;

export interface LargeMetadata {
  /** The media type of responses, unless `mediaTypeField` has another. */
  readonly mediaType: string;
  /** Whether no other media type is accepted. */
  readonly isMediaTypeFixed: boolean;
  /** The field of the same class that stores the media type. */
  readonly mediaTypeField?: string;
}

/** How long an old name is supported. */
export interface RenamedFromOptions {
  /** The last day, for the header `Sunset`: `2027-06-30`. */
  readonly until: string;
  /** The day of the renaming, for the header `Deprecation`; the start of the process when absent. */
  readonly since?: string;
}

export const RENAMED_FROM_OPTIONS = { until: 'any', since: 'any' } satisfies OptionKinds<RenamedFromOptions>;

/** A `@RenamedFrom`, before it is checked. */
export interface RenamedDeclaration extends RenamedFromOptions {
  readonly name: string;
}

/** The old name of a member, in snake_case, and how long it is supported. */
export type RenamedMember = Readonly<RenamedDeclaration>;

export type DurationType = Extract<FieldType, { readonly kind: 'duration' }>;

/** The units of a method's parameters that are durations, by position. */
export type DurationParameters = ReadonlyMap<number, DurationUnit>;
