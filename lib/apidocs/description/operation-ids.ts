import type { RouteDescription } from '../../core';
import { upperFirst } from '../../naming';
import { operationOf } from '../../rest';

/**
 * A unique operation id for each route: the name of its handler method.
 *
 * PATCH shares its method with PUT, and is `patchOrder` beside `updateOrder`. When hand-written routes share a name, the
 * HTTP method is appended to later ones, then the class, then a number.
 */
export function operationIds(routes: readonly RouteDescription[]): ReadonlyMap<RouteDescription, string> {
  const ids = new Map<RouteDescription, string>();
  const taken = new Set<string>();
  const generatedFirst = [...routes].sort((one, other) => Number(isManual(one)) - Number(isManual(other)));
  for (const route of generatedFirst) {
    const id = candidates(route).find((candidate) => !taken.has(candidate)) ?? numbered(route.name, taken);
    ids.set(route, id);
    taken.add(id);
  }
  return ids;
}

function candidates(route: RouteDescription): string[] {
  const { name, method, resource } = route;
  const isPatch = method === 'PATCH' && !isManual(route);
  const base = isPatch ? name.replace(/^update/, 'patch') : name;
  return [base, base + upperFirst(method.toLowerCase()), `${base}Of${resource ?? 'Application'}`];
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(name + number)) number++;
  return name + number;
}

function isManual(route: RouteDescription): boolean {
  return operationOf(route) === undefined;
}
