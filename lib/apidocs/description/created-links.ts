import type { RouteDescription } from '../../core';
import { KEY_PARAMETER, type Operation, operationOf } from '../../rest';
import type { LinkDescription } from './api-description';
import { pathNames } from './path-parameters';

/** Links from a create to the read of the created entity. */
export function createdLinks(operation: Operation, ids: ReadonlyMap<RouteDescription, string>): LinkDescription[] {
  if (operation.verb !== 'create') return [];
  return [...ids.keys()]
    .filter((route) => readsCreated(route, operation))
    .map((route) => ({
      operationId: ids.get(route)!,
      parameters: Object.fromEntries(
        pathNames(route).map((name) => {
          const isCreated = name === KEY_PARAMETER;
          return [
            name,
            isCreated ? { from: 'body', name: operation.entity.key.wireName } : { from: 'path', name },
          ] as const;
        }),
      ),
    }));
}

function readsCreated(route: RouteDescription, { aggregate, collections }: Operation): boolean {
  const other = operationOf(route);
  if (!other || other.aggregate !== aggregate || other.collections.length !== collections.length) return false;
  return other.verb === 'read' && other.collections.every((step, index) => step === collections[index]);
}
