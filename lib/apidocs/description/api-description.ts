import type { HttpMethod } from '../../core';
import type { JsonSchema } from '../schema/json-schema';

/** What an API takes and gives, whatever the format of the document that tells of it. */
export interface ApiDescription {
  /** Groups of operations, one for each aggregate; those made by hand that belong to none come last. */
  readonly tags: readonly TagDescription[];
  /** Sorted by path, then by method. */
  readonly operations: readonly OperationDescription[];
  /** What schemas refer to, by name. */
  readonly models: Readonly<Record<string, JsonSchema>>;
}

export interface TagDescription {
  readonly name: string;
  readonly description: string;
}

export interface OperationDescription {
  /** Unique and stable: the name of the method that answers, with a suffix where it answers several routes. */
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
  /** In the order of their statuses. */
  readonly responses: readonly ResponseDescription[];
  readonly needs: Needs;
  /** Operations that go on from the created entity: the id of each, and where its parameters come from. */
  readonly links: readonly LinkDescription[];
}

/** What it takes to be let in. */
export interface Needs {
  /** All of them. */
  readonly permissions: readonly string[];
  /** Whether it takes credentials; `useful`: without them there may be less in the answer. */
  readonly credentials: 'needed' | 'useful' | 'none';
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly isDeprecated?: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /**
   * How several values are written: `commas` join them, `repeated` gives the name again, `members` are parameters of
   * their own, by the names that the schema has.
   */
  readonly several?: 'commas' | 'repeated' | 'members';
  /** By which documents know it that can refer to a parameter, unless another has the name. */
  readonly component?: string;
}

export interface BodyDescription {
  /** By which documents know it that can refer to a body. */
  readonly component?: string;
  readonly isRequired: boolean;
  readonly contents: readonly ContentDescription[];
}

/** One media type, and what stands in it. */
export interface ContentDescription {
  readonly mediaType: string;
  readonly schema: JsonSchema;
}

export interface ResponseDescription {
  readonly status: number | 'default';
  readonly description: string;
  readonly headers: readonly HeaderDescription[];
  readonly contents: readonly ContentDescription[];
  /** By which documents know it that can refer to a response, unless another has the name. */
  readonly component?: string;
}

export interface HeaderDescription {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether it is always there. */
  readonly isRequired?: boolean;
}

export interface LinkDescription {
  readonly operationId: string;
  /** By name: a member of the body, or a parameter of the path of the request. */
  readonly parameters: Readonly<Record<string, { readonly from: 'body' | 'path'; readonly name: string }>>;
}
