import { isRestorable } from '../../../lib/metadata';
import type { Site } from '../known-entities';
import type { NeutralAnswer } from '../neutral-response';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Requests for soft-deleted entities; rejected for classes without soft deletes. */
export const DELETED_KINDS: readonly RequestKind[] = [
  { name: 'delete softly', weight: 4, make: remove },
  { name: 'deleted, list', weight: 4, make: list },
  { name: 'deleted, read', weight: 3, make: read },
  { name: 'restore', weight: 5, make: restore },
];

/** Mostly one whose entities can be restored. */
function softSite({ random, world }: KindContext): Site {
  const sites = Array.from({ length: 6 }, () => world.site(random));
  return (
    sites.find(({ entity, exposure, collection }) => isRestorable(entity, collection ?? { exposure })) ?? sites[0]!
  );
}

function keysIn({ random, world }: KindContext, site: Site): string {
  return random.list(1, 2, () => world.key(random, site)).join(',');
}

function remove(context: KindContext): RequestDraft {
  const site = softSite(context);
  return { method: 'DELETE', path: `${site.path}/${keysIn(context, site)}` };
}

function asked({ random }: KindContext): string {
  return `deleted=${random.chance(0.1) ? random.pick(['', 'yes', 'ONLY', 'only&deleted=only']) : random.pick(['include', 'only'])}`;
}

function list(context: KindContext): RequestDraft {
  const { random } = context;
  const site = softSite(context);
  const below = random.chance(0.3) ? [...site.entity.collections.values()].slice(0, 1) : [];
  const more = [...below.map(({ wireName }) => `expand=${wireName}`), ...(random.chance(0.3) ? ['per_page=3'] : [])];
  return { method: 'GET', path: `${site.path}?${[asked(context), ...more].join('&')}`, site, faultIn };
}

/** Entities in a response to `deleted` must have the deletion time. */
function faultIn({ status, body }: NeutralAnswer): string | undefined {
  const { data = body } = (body ?? {}) as { readonly data?: unknown };
  if (status !== 200 || !Array.isArray(data)) return undefined;
  return data.every((element) => 'deleted_at' in element)
    ? undefined
    : 'an element does not say since when it is deleted';
}

function read(context: KindContext): RequestDraft {
  const site = softSite(context);
  return { method: 'GET', path: `${site.path}/${keysIn(context, site)}?${asked(context)}`, site };
}

function restore(context: KindContext): RequestDraft {
  const { random } = context;
  const site = softSite(context);
  const headers: Record<string, string> = random.chance(0.2) ? { Prefer: 'return=minimal' } : {};
  return { method: 'PUT', path: `${site.path}/${keysIn(context, site)}/restore`, headers, site };
}
