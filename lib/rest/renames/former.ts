import type { RouteDescription } from '../../core';

/** The attribute of a route that has an old name in its path. */
export const FORMER = 'koaggregate.former';

/** Whether the path of a route has an old name of a collection. */
export function isFormer({ attributes }: RouteDescription): boolean {
  return attributes?.[FORMER] === true;
}
