import type { RouteDescription } from '../../core';
import { upperFirst } from '../../naming';
import { operationOf } from '../../rest';

/**
 * An id for each route: the name of its method, by which it is overridden too.
 *
 * PATCH shares its method with PUT, and is `patchOrder` beside `updateOrder`. Of routes made by hand that share a name, the
 * later ones carry the HTTP method, then a number.
 */
export function operationIds(routes: readonly RouteDescription[]): ReadonlyMap<RouteDescription, string> {
  const ids = new Map<RouteDescription, string>();
  const taken = new Set<string>();
  const generatedFirst = [...routes].sort((one, other) => Number(isManual(one)) - Number(isManual(other)));
  for (const route of generatedFirst) {
    const id = candidates(route).find((candidate) => !taken.has(candidate)) ?? unused(route.name, taken);
    ids.set(route, id);
    taken.add(id);
  }
  return ids;
}

function candidates(route: RouteDescription): string[] {
  const { name, method, resource } = route;
  const isPatch = method === 'PATCH' && !isManual(route);
  const own = isPatch ? name.replace(/^update/, 'patch') : name;
  return [own, own + upperFirst(method.toLowerCase()), `${own}Of${resource ?? 'Application'}`];
}

function unused(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(name + number)) number++;
  return name + number;
}

function isManual(route: RouteDescription): boolean {
  return operationOf(route) === undefined;
}
