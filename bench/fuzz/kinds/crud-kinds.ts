import { jsonText } from '../json-text';
import type { Resource } from '../known-entities';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Ordinary requests, and the same with invalid values. */
export const CRUD_KINDS: readonly RequestKind[] = [
  { name: 'create', weight: 16, make: (context) => create(context) },
  { name: 'create with errors', weight: 8, make: (context) => create(context, { hasErrors: true }) },
  { name: 'create several', weight: 6, make: (context) => create(context, { isList: true }) },
  {
    name: 'create several with errors',
    weight: 3,
    make: (context) => create(context, { isList: true, hasErrors: true }),
  },
  { name: 'list', weight: 4, make: ({ entities, random }) => readOf(entities.resource(random)) },
  { name: 'read', weight: 8, make: (context) => read(context, 1) },
  { name: 'read several', weight: 5, make: (context) => read(context, 4) },
  { name: 'update', weight: 12, make: (context) => update(context, 1) },
  { name: 'update with errors', weight: 6, make: (context) => update(context, 1, true) },
  { name: 'update several', weight: 5, make: (context) => update(context, 4) },
  { name: 'send back', weight: 4, make: sendBack },
  { name: 'replace', weight: 4, make: replace },
  { name: 'delete', weight: 4, make: (context) => remove(context, 1) },
  { name: 'delete several', weight: 3, make: (context) => remove(context, 3) },
];

interface Creation {
  readonly isList?: boolean;
  readonly hasErrors?: boolean;
}

function create(context: KindContext, { isList = false, hasErrors = false }: Creation = {}): RequestDraft {
  const { random, entities, payloads } = context;
  const resource = entities.resource(random);
  const make = (isInvalid: boolean) => {
    const payload = payloads.forCreate(resource.entity, resource.collection);
    return isInvalid ? payloads.withErrors(payload, resource.entity) : payload;
  };
  const content = isList ? random.list(0, 4, () => make(hasErrors && random.chance(0.5))) : make(hasErrors);
  return { method: 'POST', path: resource.path, headers: contentHeaders(context), body: jsonText(content), resource };
}

function readOf(resource: Resource): RequestDraft {
  return { method: 'GET', path: resource.path, resource };
}

function read({ random, entities }: KindContext, count: number): RequestDraft {
  const resource = entities.resource(random);
  const prefer: Record<string, string> = random.chance(0.15) ? { Prefer: 'handling=strict' } : {};
  return { ...readOf(resource), path: entities.entityPath(random, resource, count), headers: prefer };
}

function update(context: KindContext, count: number, hasErrors = false): RequestDraft {
  const { random, entities, payloads } = context;
  const resource = entities.resource(random);
  const changes = payloads.forUpdate(resource.entity, resource.collection);
  const content = hasErrors ? payloads.withErrors(changes, resource.entity) : changes;
  const isPatch = random.chance(0.3);
  const headers = contentHeaders(context, isPatch && random.chance(0.5) ? 'application/merge-patch+json' : undefined);
  const path = entities.entityPath(random, resource, count);
  return { method: isPatch ? 'PATCH' : 'PUT', path, headers, body: jsonText(content), resource };
}

/** Sending back what was read must not change anything. */
function sendBack(context: KindContext): RequestDraft {
  const { random, entities } = context;
  const resource = entities.resource(random);
  const path = entities.entityPath(random, resource);
  return { method: 'PUT', path, headers: contentHeaders(context), sendBack: path, resource };
}

/** Most collections have no such route. */
function replace(context: KindContext): RequestDraft {
  const { random, entities, payloads } = context;
  const resource = entities.replaceableResource(random);
  const content = resource.collection ? payloads.forReplacement(resource.collection) : [];
  return { method: 'PUT', path: resource.path, headers: contentHeaders(context), body: jsonText(content), resource };
}

function remove({ random, entities }: KindContext, count: number): RequestDraft {
  const resource = entities.resource(random);
  const headers: Record<string, string> = random.chance(0.2) ? { Prefer: 'handling=strict' } : {};
  return { method: 'DELETE', path: entities.entityPath(random, resource, count), headers };
}

function contentHeaders({ random }: KindContext, contentType = 'application/json'): Record<string, string> {
  const prefer: Record<string, string> = random.chance(0.2) ? { Prefer: random.pick(PREFERENCES) } : {};
  return { 'Content-Type': contentType, ...prefer };
}

const PREFERENCES = [
  'return=minimal',
  'return=representation',
  'handling=strict',
  'handling=strict, return=minimal',
  'handling=lenient; foo=bar, respond-async',
  'RETURN="minimal"',
  ',,=;',
];
