import type { Operation } from './operation';

/** The media type of RFC 7396, which merges into JSON columns; see `WriteContext.isMergePatch`. */
export const MERGE_PATCH = 'application/merge-patch+json';

/** The media types of patches that the route of an operation takes; undefined if it parses no body of its own. */
export function patchTypesOf({ verb, method, mediaType, input }: Operation): readonly string[] | undefined {
  if (input.body === 'none' || mediaType !== undefined || input.uploads?.rawBody) return undefined;
  return verb === 'update' && method === 'PATCH' ? [MERGE_PATCH] : [];
}
