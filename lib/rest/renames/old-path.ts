import type { RouteDescription } from '../../core';

/** The attribute of a route whose path has an old name. */
export const OLD_PATH = 'koaggregate.former';

/** Whether the path of a route has an old name of a collection. */
export function hasOldPath({ attributes }: RouteDescription): boolean {
  return attributes?.[OLD_PATH] === true;
}
