import type { RouteDescription } from '../../core';
import type { DomainClass } from '../../metadata';
import type { JsonSchema } from '../schema/json-schema';

/** The attribute of a route that holds its {@link RouteDocumentation}. */
export const DOCUMENTATION = 'koaggregate.documentation';

/** A JSON Schema, or a domain class: what answers show of it, and what its create takes; in an array: a list of such. */
export type DocumentedContent = JsonSchema | DomainClass | readonly [JsonSchema | DomainClass];

export interface DocumentedParameter {
  readonly description?: string;
  /** Text when absent. */
  readonly schema?: JsonSchema;
  readonly required?: boolean;
}

export interface DocumentedResponse {
  readonly description?: string;
  /** None when absent. */
  readonly content?: DocumentedContent;
}

/**
 * What the documents tell of routes that are made by hand, which say nothing themselves of what they take and give.
 *
 * @example
 * ```ts
 * builder('{id}/invoice').action('GET', 'invoice').attribute(DOCUMENTATION, {
 *   summary: 'Read the invoice of an order',
 *   responses: { 200: { content: { type: 'object', properties: { number: { type: 'string' } } } } },
 * } satisfies RouteDocumentation);
 * ```
 */
export interface RouteDocumentation {
  /** One sentence without a full stop. */
  readonly summary?: string;
  readonly description?: string;
  /** The group in which it stands; that of the aggregate whose path it has, when absent. */
  readonly tag?: string;
  readonly deprecated?: boolean;
  /** Leaves the route out of the documents. */
  readonly hidden?: boolean;
  /** Of path and query, by name; those of the path are known without. */
  readonly parameters?: Readonly<Record<string, DocumentedParameter>>;
  readonly body?: DocumentedContent;
  /** By status; problems are known without. */
  readonly responses?: Readonly<Record<number, DocumentedResponse>>;
}

export function documentationOf({ attributes }: RouteDescription): RouteDocumentation | undefined {
  return attributes?.[DOCUMENTATION] as RouteDocumentation | undefined;
}
