import type { HttpMethod } from '../../core';
import type { JsonSchema } from '../schema/json-schema';

/** The description of an API, independent of the document format. */
export interface ApiDescription {
  /** Groups of operations: one for each aggregate, then those of routes that belong to none. */
  readonly tags: readonly TagDescription[];
  /** Sorted by path, then by method. */
  readonly operations: readonly OperationDescription[];
  /** The schemas that others refer to, by name. */
  readonly models: Readonly<Record<string, JsonSchema>>;
}

export interface TagDescription {
  readonly name: string;
  readonly description: string;
}

export interface OperationDescription {
  /** Unique and stable: the name of the handler method, with a suffix where it handles several routes. */
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly tag: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly ParameterDescription[];
  readonly body?: BodyDescription;
  readonly responses: readonly ResponseDescription[];
  readonly access: AccessDescription;
  /** Links of the 201 to operations on the created entity. */
  readonly links: readonly LinkDescription[];
}

/** The permissions and credentials that an operation requires. */
export interface AccessDescription {
  /** All of them are required. */
  readonly permissions: readonly string[];
  /** `optional`: without credentials the response may have fewer members. */
  readonly credentials: 'required' | 'optional' | 'none';
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly isDeprecated?: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /**
   * The notation of several values: separated by `commas`, a `repeated` parameter, or one parameter for each of the
   * `members` of the schema.
   */
  readonly several?: 'commas' | 'repeated' | 'members';
  /** The number of keys that a path parameter accepts, if it accepts several. */
  readonly maxKeys?: number;
  /** The name of a component that operations refer to, unless another parameter has that name. */
  readonly component?: string;
}

export interface BodyDescription {
  /** The name of a component that operations refer to. */
  readonly component?: string;
  readonly isRequired: boolean;
  readonly contents: readonly ContentDescription[];
}

/** One media type and the schema of its content. */
export interface ContentDescription {
  readonly mediaType: string;
  readonly schema: JsonSchema;
}

export interface ResponseDescription {
  readonly status: number | 'default';
  readonly description: string;
  readonly headers: readonly HeaderDescription[];
  readonly contents: readonly ContentDescription[];
  /** The name of a component that operations refer to, unless another response has that name. */
  readonly component?: string;
}

export interface HeaderDescription {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether the header is always present. */
  readonly isRequired?: boolean;
}

export interface LinkDescription {
  readonly operationId: string;
  /** By name: a member of the response body, or a path parameter of the request. */
  readonly parameters: Readonly<Record<string, { readonly from: 'body' | 'path'; readonly name: string }>>;
}
