import type { OptionKinds } from '../../foundation';
import type { Annotations, DomainClass } from './domain-class';
import type { CollectionPath, EntityMetadata } from './entities';
import type { DurationParameters, DurationType } from './fields';

export interface ActionOptions {
  /** The last path segment, in snake_case: `cancel`. */
  readonly value: string;
  /** The collections from the root down to the child that the method acts on: `orderItems.shipments`. */
  readonly path?: string;
  /**
   * The names of all parameters, in order, as in the method or as in payloads: `newName` or `new_name`. When absent, they are
   * read from the method's source, which has others after a minifier. That of a destructured parameter is not used.
   */
  readonly parameters?: readonly string[];
  /** Parameters that a payload may leave out; a parameter with a default value is always optional. */
  readonly optional?: readonly string[];
  /**
   * A Joi object whose keys are parameters (camelCase), for types that decorator metadata cannot express: the elements
   * of an array, the members of a union, the fields of a destructured parameter.
   */
  readonly schema?: ArgumentSchema;
  /**
   * The return type, for the API documents: a domain class, a plain class, `String`, `Number`, `Boolean`, `Date`
   * or `BigInt`; in an array for a list of these. Decorator metadata does not have the type argument of a promise.
   * An arrow function that returns it is called at the start: `() => OrderItem`, if the two modules import each other.
   */
  readonly returns?: DomainClass | readonly [DomainClass] | (() => DomainClass | readonly [DomainClass]);
}

export const ACTION_OPTIONS = {
  value: 'name',
  path: 'name',
  parameters: 'names',
  optional: 'names',
  schema: 'any',
  returns: 'any',
} satisfies OptionKinds<ActionOptions>;

/** An `@Action`, before it is checked. */
export interface ActionDeclaration extends ActionOptions {
  readonly method: string;
  /** The types in decorator metadata; undefined if the compiler emits none. */
  readonly parameterTypes?: readonly unknown[];
  readonly durations?: DurationParameters;
  /** The return type in decorator metadata: `Promise` for any promise. */
  readonly returnType?: unknown;
}

/** A method of a root that is called by a PUT route. */
export interface ActionMetadata {
  /** The last path segment: `cancel`. */
  readonly name: string;
  /** From the root down to the entity that the method acts on; empty for the root itself. */
  readonly path: CollectionPath;
  readonly method: string;
  /** In the order of the method's signature. */
  readonly parameters: readonly ActionParameter[];
  readonly schema?: ArgumentSchema;
  /** Undefined if the return type is not known. */
  readonly returns?: ReturnedContent;
  readonly annotations: Annotations;
}

/** The return type of an action: one value, or a list of them. */
export interface ReturnedContent {
  readonly isList: boolean;
  readonly type: ReturnedType;
}

export type ReturnedType =
  | ValueType
  /** A class of the domain, represented as in its own routes. */
  | { readonly kind: 'entity'; readonly entity: EntityMetadata }
  | { readonly kind: 'instance'; readonly type: DomainClass };

/** Types that decorator metadata names by a class of JavaScript. */
export interface ValueType {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'bigint';
}

/** An `@Argument` of a field of a plain class. */
export interface ArgumentOptions {
  /** Whether a payload may leave it out; `null` then counts as left out. */
  readonly optional?: boolean;
  /** A Joi schema in place of the declared type: for the elements of an array, a union, an enum. */
  readonly schema?: ArgumentSchema;
}

export const ARGUMENT_OPTIONS = { optional: 'flag', schema: 'any' } satisfies OptionKinds<ArgumentOptions>;

export interface ArgumentDeclaration extends ArgumentOptions {
  /** The type in decorator metadata. */
  readonly type: unknown;
}

/** The part of a Joi object schema that is used here, so that metadata does not depend on Joi. */
export interface ArgumentSchema {
  describe(): { readonly type?: string; readonly keys?: object };
  validate(
    value: unknown,
    options: { readonly abortEarly: boolean; readonly errors: { readonly label: false } },
  ): { readonly value?: unknown; readonly error?: { readonly details: readonly ArgumentFault[] } };
}

/** One error of a Joi validation. */
export interface ArgumentFault {
  /** Joi's code of the error: `object.unknown`. */
  readonly type?: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly context?: { readonly value?: unknown };
}

export interface ActionParameter {
  /** Empty for a destructured parameter. */
  readonly name: string;
  /** The key in the payload. */
  readonly wireName: string;
  /** Whether a payload may leave it out. */
  readonly isOptional: boolean;
  readonly source: ArgumentSource;
}

/** Where an argument comes from, and how it is read. */
export type ArgumentSource =
  /** The entity at a step of the action's path. */
  | { readonly kind: 'path'; readonly step: number }
  | ValueType
  /** A plain class: an instance of it, with the fields that are marked, by wire name. */
  | { readonly kind: 'instance'; readonly type: DomainClass; readonly fields: ReadonlyMap<string, ActionParameter> }
  /** A number that clients send as ISO 8601 text. */
  | { readonly kind: 'duration'; readonly type: DurationType }
  /** A field of a plain class with a schema of its own. */
  | { readonly kind: 'rule'; readonly schema: ArgumentSchema }
  /** A root, named by its key: `{ "id": 5 }`. */
  | { readonly kind: 'entity'; readonly entity: EntityMetadata }
  /** The value that the action's schema returns for the parameter's key. */
  | { readonly kind: 'schema' }
  /** A destructured parameter: all keys of the schema that belong to no other parameter. */
  | { readonly kind: 'rest' };
