import type { RouteDescription } from '../../core';
import { checkOptions, isPlainObject, Mistakes, type OptionKinds } from '../../foundation';
import type { DomainClass } from '../../metadata';
import type { JsonSchema } from '../schema/json-schema';

/** The attribute of a route that holds its {@link RouteDocumentation}. */
export const DOCUMENTATION = 'koaggregate.documentation';

/**
 * A JSON Schema, or a domain class: in a response the schema of its entities, in a request that of its create payload. In
 * an array: a list of these.
 */
export type DocumentedContent = JsonSchema | DomainClass | readonly [JsonSchema | DomainClass];

export interface DocumentedParameter {
  readonly description?: string;
  /** A string when absent. */
  readonly schema?: JsonSchema;
  readonly required?: boolean;
}

export interface DocumentedResponse {
  readonly description?: string;
  /** The response has no body when absent. */
  readonly content?: DocumentedContent;
}

/**
 * The documentation of a hand-written route, as the value of its attribute `DOCUMENTATION`. Method, path and permissions
 * are known from the route itself.
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
  /** The group of the operation. By default that of the aggregate whose path it continues, otherwise `Other`. */
  readonly tag?: string;
  readonly deprecated?: boolean;
  /** Leaves the route out of the documents. */
  readonly hidden?: boolean;
  /** Parameters of path and query, by name. Path parameters that are left out are documented as strings. */
  readonly parameters?: Readonly<Record<string, DocumentedParameter>>;
  readonly body?: DocumentedContent;
  /** By status code. The usual problems are added to these. */
  readonly responses?: Readonly<Record<number, DocumentedResponse>>;
}

export function documentationOf({ attributes }: RouteDescription): RouteDocumentation | undefined {
  return attributes?.[DOCUMENTATION] as RouteDocumentation | undefined;
}

const OPTIONS = {
  summary: 'name',
  description: 'name',
  tag: 'name',
  deprecated: 'flag',
  hidden: 'flag',
  parameters: 'options',
  body: 'any',
  responses: 'options',
} satisfies OptionKinds<RouteDocumentation>;

const PARAMETER_OPTIONS = {
  description: 'name',
  schema: 'any',
  required: 'flag',
} satisfies OptionKinds<DocumentedParameter>;

const RESPONSE_OPTIONS = { description: 'name', content: 'any' } satisfies OptionKinds<DocumentedResponse>;

/** Checks the documentation of hand-written routes. @throws OptionError; SeveralMistakes of these */
export function verifyDocumentation(routes: readonly RouteDescription[]): void {
  const mistakes = new Mistakes();
  for (const route of routes) {
    const documentation = documentationOf(route);
    const subject = `the DOCUMENTATION of ${route.method} ${route.path}`;
    const check = (options: unknown, known: OptionKinds, place: string) =>
      mistakes.collect(() => checkOptions(options, known, place));
    check(documentation, OPTIONS, subject);
    for (const [name, one] of entriesOf(documentation?.parameters)) {
      check(one, PARAMETER_OPTIONS, `the parameter ${name} in ${subject}`);
    }
    for (const [status, one] of entriesOf(documentation?.responses)) {
      check(one, RESPONSE_OPTIONS, `the response ${status} in ${subject}`);
    }
  }
  mistakes.report();
}

function entriesOf(options: unknown): readonly (readonly [string, unknown])[] {
  return isPlainObject(options) ? Object.entries(options) : [];
}
