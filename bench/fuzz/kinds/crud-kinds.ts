import { jsonText } from '../json-text';
import type { Site } from '../known-entities';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Ordinary requests, and the same with invalid values. */
export const CRUD_KINDS: readonly RequestKind[] = [
  { name: 'create', weight: 16, make: (context) => create(context) },
  { name: 'create, spoiled', weight: 8, make: (context) => create(context, { isSpoiled: true }) },
  { name: 'create several', weight: 6, make: (context) => create(context, { isList: true }) },
  { name: 'create several, spoiled', weight: 3, make: (context) => create(context, { isList: true, isSpoiled: true }) },
  { name: 'list', weight: 4, make: ({ world, random }) => reading(world.site(random)) },
  { name: 'read', weight: 8, make: (context) => read(context, 1) },
  { name: 'read several', weight: 5, make: (context) => read(context, 4) },
  { name: 'update', weight: 12, make: (context) => update(context, 1) },
  { name: 'update, spoiled', weight: 6, make: (context) => update(context, 1, true) },
  { name: 'update several', weight: 5, make: (context) => update(context, 4) },
  { name: 'send back', weight: 4, make: sendBack },
  { name: 'replace', weight: 4, make: replace },
  { name: 'delete', weight: 4, make: (context) => remove(context, 1) },
  { name: 'delete several', weight: 3, make: (context) => remove(context, 3) },
];

interface Creation {
  readonly isList?: boolean;
  readonly isSpoiled?: boolean;
}

function create(context: KindContext, { isList = false, isSpoiled = false }: Creation = {}): RequestDraft {
  const { random, world, payloads } = context;
  const site = world.site(random);
  const make = (mustSpoil: boolean) => {
    const payload = payloads.forCreate(site.entity, site.collection);
    return mustSpoil ? payloads.spoiled(payload, site.entity) : payload;
  };
  const content = isList ? random.list(0, 4, () => make(isSpoiled && random.chance(0.5))) : make(isSpoiled);
  return { method: 'POST', path: site.path, headers: written(context), body: jsonText(content), site };
}

function reading(site: Site): RequestDraft {
  return { method: 'GET', path: site.path, site };
}

function read({ random, world }: KindContext, count: number): RequestDraft {
  const site = world.site(random);
  const prefer: Record<string, string> = random.chance(0.15) ? { Prefer: 'handling=strict' } : {};
  return { ...reading(site), path: world.entityPath(random, site, count), headers: prefer };
}

function update(context: KindContext, count: number, isSpoiled = false): RequestDraft {
  const { random, world, payloads } = context;
  const site = world.site(random);
  const changes = payloads.forUpdate(site.entity, site.collection);
  const content = isSpoiled ? payloads.spoiled(changes, site.entity) : changes;
  const isPatch = random.chance(0.3);
  const headers = written(context, isPatch && random.chance(0.5) ? 'application/merge-patch+json' : undefined);
  const path = world.entityPath(random, site, count);
  return { method: isPatch ? 'PATCH' : 'PUT', path, headers, body: jsonText(content), site };
}

/** Sending back what was read must not change anything. */
function sendBack(context: KindContext): RequestDraft {
  const { random, world } = context;
  const site = world.site(random);
  const path = world.entityPath(random, site);
  return { method: 'PUT', path, headers: written(context), sendBack: path, site };
}

/** Of most collections there is no such route. */
function replace(context: KindContext): RequestDraft {
  const { random, world, payloads } = context;
  const site = world.replacedSite(random);
  const content = site.collection ? payloads.forReplacement(site.collection) : [];
  return { method: 'PUT', path: site.path, headers: written(context), body: jsonText(content), site };
}

function remove({ random, world }: KindContext, count: number): RequestDraft {
  const site = world.site(random);
  const headers: Record<string, string> = random.chance(0.2) ? { Prefer: 'handling=strict' } : {};
  return { method: 'DELETE', path: world.entityPath(random, site, count), headers };
}

function written({ random }: KindContext, contentType = 'application/json'): Record<string, string> {
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
