import type { OpenApi } from '../../apidocs';
import type { RouteDefinition } from '../../core';
import { operationOf } from '../../rest';
import { resolveReference } from '../project/resolve-reference';

/** What one member of a payload has to meet. */
export interface MemberRule {
  readonly name: string;
  readonly required: boolean;
  /** The words of JSON Schema: type, limits, patterns. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What a payload has to meet, and what must hold after the write. */
export interface RouteRules {
  /** Undefined where the route takes no payload. */
  readonly members?: readonly MemberRule[];
  readonly invariants: readonly { readonly name: string; readonly message: string }[];
}

/** What is known of one operation in the document. */
export interface DocumentedRoute {
  readonly operationId?: string;
  readonly rules: RouteRules;
}

type Schema = Readonly<Record<string, unknown>>;

const NOT_A_RULE = ['description', 'examples', 'title', 'default', 'readOnly'];

/** The operation id and the rules of a route, as its document has them; of a hidden route there is neither. */
export function documentedRoute(document: OpenApi, route: RouteDefinition): DocumentedRoute {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()] as Schema | undefined;
  const body = operation && (resolveReference(document, operation.requestBody) as Schema | undefined);
  const schema = body && schemaOf(document, body, route.mediaType);
  return {
    operationId: operation?.operationId as string | undefined,
    rules: { ...(schema && { members: membersOf(document, schema) }), invariants: invariantsOf(route) },
  };
}

function schemaOf(document: OpenApi, body: Schema, mediaType = 'application/json'): Schema | undefined {
  const content = body.content as Readonly<Record<string, { readonly schema?: unknown }>>;
  const given = content[mediaType] ?? Object.values(content)[0];
  const schema = resolveReference(document, given?.schema) as Schema | undefined;
  // Of one entity or an array of them, the rules of the entity.
  const alternatives = (schema?.oneOf ?? schema?.anyOf) as readonly unknown[] | undefined;
  const one = alternatives
    ?.map((each) => resolveReference(document, each) as Schema)
    .find(({ properties }) => properties);
  return one ?? schema;
}

function membersOf(document: OpenApi, schema: Schema): readonly MemberRule[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, unknown>>).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: ruleOf(document, member as Schema),
  }));
}

/** A member that is an object is named by its schema, not taken apart. */
function ruleOf(document: OpenApi, member: Schema): Schema {
  const simple = '$ref' in member ? (resolveReference(document, member) as Schema) : member;
  if ('$ref' in member && 'properties' in simple) return member;
  return Object.fromEntries(Object.entries(simple).filter(([word]) => !NOT_A_RULE.includes(word)));
}

function invariantsOf(route: RouteDefinition): RouteRules['invariants'] {
  const operation = operationOf(route);
  if (!operation || operation.method === 'GET') return [];
  return operation.aggregate.invariants.map(({ name, message }) => ({ name, message }));
}
