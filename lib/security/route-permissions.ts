import type { RouteDescription } from '../core';
import { commaSeparated } from '../naming';
import { Authorizer } from './authorizer';

const NONE: readonly string[] = [];

/** The required permissions of a route; the attribute is a list, or names separated by commas. */
export function permissionsOf(route: RouteDescription | undefined): readonly string[] {
  const value = route?.attributes?.[Authorizer.PERMISSIONS];
  return value === undefined ? NONE : commaSeparated(value);
}

/** Whether a route is marked as public on purpose. */
export function isPublicRoute(route: RouteDescription | undefined): boolean {
  return route?.attributes?.[Authorizer.PUBLIC] === true;
}

/** Whether a route checks permissions itself, step by step, as a batch does. */
function checksSteps({ attributes }: RouteDescription): boolean {
  return attributes?.[Authorizer.PER_STEP] === true;
}

/** Whether the permissions of a route that writes are only those for reading. */
export function requiresReadingAlone({ attributes }: RouteDescription): boolean {
  return attributes?.[Authorizer.READING_ALONE] === true;
}

/** The routes that write, and have neither a public mark nor permissions besides those for reading. */
export function unprotectedRoutes(routes: readonly RouteDescription[]): readonly RouteDescription[] {
  const isOpen = (route: RouteDescription) => permissionsOf(route).length === 0 || requiresReadingAlone(route);
  return routes.filter(
    (route) => route.method !== 'GET' && !isPublicRoute(route) && isOpen(route) && !checksSteps(route),
  );
}

/** Text for messages about an unprotected route, after its name; empty if it requires nothing. */
export function readingAloneNote(route: RouteDescription): string {
  return requiresReadingAlone(route) ? ' (only what reading requires)' : '';
}

/** False when the attribute is set but holds no permission: blank text or another type would leave the route open. */
export function hasValidPermissions(route: RouteDescription): boolean {
  const value = route.attributes?.[Authorizer.PERMISSIONS];
  const hasNone = value === undefined || (Array.isArray(value) && value.length === 0);
  return hasNone || permissionsOf(route).length > 0;
}
