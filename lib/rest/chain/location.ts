import { uriReference } from '../../core';
import type { EntityKey } from '../../persistence';
import type { RequestParts } from '../operation/request-parts';

/**
 * The `Location` of a created entity: the path of the request, with the mount path of the application.
 *
 * @param key appended to the path; absent for a single child
 */
export function locationOf({ originalPath }: RequestParts, key?: EntityKey): string {
  const path = uriReference(originalPath.replace(/\/$/, ''));
  return key === undefined ? path : `${path}/${encodeURIComponent(key)}`;
}
