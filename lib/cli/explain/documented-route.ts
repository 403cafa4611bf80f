import type { OpenApi } from '../../apidocs';
import type { RouteDefinition } from '../../core';
import { operationOf } from '../../rest';
import { resolveReference } from '../project/resolve-reference';

/** The rules of one member of a payload. */
export interface MemberRule {
  readonly name: string;
  readonly required: boolean;
  /** JSON Schema keywords: type, limits, patterns. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The rules of a payload, and the invariants that must hold after the write. */
export interface RouteRules {
  /** Undefined when the route has no payload. */
  readonly members?: readonly MemberRule[];
  readonly invariants: readonly { readonly name: string; readonly message: string }[];
}

/** The documented part of a route. */
export interface DocumentedRoute {
  readonly operationId?: string;
  readonly rules: RouteRules;
}

type Schema = Readonly<Record<string, unknown>>;

const ANNOTATIONS = ['description', 'examples', 'title', 'default', 'readOnly'];

/** The operation id and rules of a route in its OpenAPI document; hidden routes have neither. */
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
  const media = content[mediaType] ?? Object.values(content)[0];
  const schema = resolveReference(document, media?.schema) as Schema | undefined;
  // For a payload of one entity or several, the rules of the entity.
  const alternatives = (schema?.oneOf ?? schema?.anyOf) as readonly unknown[] | undefined;
  const entity = alternatives
    ?.map((alternative) => resolveReference(document, alternative) as Schema)
    .find(({ properties }) => properties);
  return entity ?? schema;
}

function membersOf(document: OpenApi, schema: Schema): readonly MemberRule[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, unknown>>).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: ruleOf(document, member as Schema),
  }));
}

/** The keywords of a member; an object is named by its schema reference. */
function ruleOf(document: OpenApi, member: Schema): Schema {
  const simple = '$ref' in member ? (resolveReference(document, member) as Schema) : member;
  if ('$ref' in member && 'properties' in simple) return member;
  return Object.fromEntries(Object.entries(simple).filter(([word]) => !ANNOTATIONS.includes(word)));
}

function invariantsOf(route: RouteDefinition): RouteRules['invariants'] {
  const operation = operationOf(route);
  if (!operation || operation.method === 'GET') return [];
  return operation.aggregate.invariants.map(({ name, message }) => ({ name, message }));
}
