import { type Request, uriReference } from '../../core';
import type { EntityKey } from '../../persistence';

/**
 * The path of the request as the client knows it, whatever the application is mounted under, or what is below it.
 *
 * @param key of what is below
 */
export function locationOf({ originalPath }: Request, key?: EntityKey): string {
  const path = uriReference(originalPath.replace(/\/$/, ''));
  return key === undefined ? path : `${path}/${encodeURIComponent(key)}`;
}
