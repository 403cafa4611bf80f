import { isRestorable } from '../../../lib/metadata';
import type { Resource } from '../known-entities';
import type { NeutralResponse } from '../neutral-response';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Requests for soft-deleted entities; rejected for classes without soft deletes. */
export const DELETED_KINDS: readonly RequestKind[] = [
  { name: 'delete softly', weight: 4, make: remove },
  { name: 'deleted, list', weight: 4, make: list },
  { name: 'deleted, read', weight: 3, make: read },
  { name: 'restore', weight: 5, make: restore },
];

/** A random resource, mostly one whose entities can be restored. */
function softDeletingResource({ random, entities }: KindContext): Resource {
  const resources = Array.from({ length: 6 }, () => entities.resource(random));
  return (
    resources.find(({ entity, exposure, collection }) => isRestorable(entity, collection ?? { exposure })) ??
    resources[0]!
  );
}

function keysIn({ random, entities }: KindContext, resource: Resource): string {
  return random.list(1, 2, () => entities.key(random, resource)).join(',');
}

function remove(context: KindContext): RequestDraft {
  const resource = softDeletingResource(context);
  return { method: 'DELETE', path: `${resource.path}/${keysIn(context, resource)}` };
}

/** The parameter `deleted`, sometimes with an invalid value. */
function deletedParameter({ random }: KindContext): string {
  return `deleted=${random.chance(0.1) ? random.pick(['', 'yes', 'ONLY', 'only&deleted=only']) : random.pick(['include', 'only'])}`;
}

function list(context: KindContext): RequestDraft {
  const { random } = context;
  const resource = softDeletingResource(context);
  const below = random.chance(0.3) ? [...resource.entity.collections.values()].slice(0, 1) : [];
  const more = [...below.map(({ wireName }) => `expand=${wireName}`), ...(random.chance(0.3) ? ['per_page=3'] : [])];
  return {
    method: 'GET',
    path: `${resource.path}?${[deletedParameter(context), ...more].join('&')}`,
    resource,
    faultIn,
  };
}

/** Entities in a response to `deleted` must have the time of their deletion. */
function faultIn({ status, body }: NeutralResponse): string | undefined {
  const { data = body } = (body ?? {}) as { readonly data?: unknown };
  if (status !== 200 || !Array.isArray(data)) return undefined;
  return data.every((element) => 'deleted_at' in element) ? undefined : 'an element has no deleted_at';
}

function read(context: KindContext): RequestDraft {
  const resource = softDeletingResource(context);
  return {
    method: 'GET',
    path: `${resource.path}/${keysIn(context, resource)}?${deletedParameter(context)}`,
    resource,
  };
}

function restore(context: KindContext): RequestDraft {
  const { random } = context;
  const resource = softDeletingResource(context);
  const headers: Record<string, string> = random.chance(0.2) ? { Prefer: 'return=minimal' } : {};
  return { method: 'PUT', path: `${resource.path}/${keysIn(context, resource)}/restore`, headers, resource };
}
