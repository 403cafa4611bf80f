import type { RouteDescription } from '../core';
import { Authorizer } from './authorizer';

const NONE: readonly string[] = [];

/** The permissions that a route needs: names with commas between, or a list of them. */
export function permissionsOf(route: RouteDescription | undefined): readonly string[] {
  const value = route?.attributes?.[Authorizer.PERMISSIONS];
  if (value === undefined) return NONE;
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return parts.map((part) => String(part).trim()).filter(Boolean);
}

/** Whether a route is marked as open on purpose. */
export function isPublicRoute(route: RouteDescription | undefined): boolean {
  return route?.attributes?.[Authorizer.PUBLIC] === true;
}

/** Whether what a route does needs permissions that are asked for part by part. */
export function asksInParts({ attributes }: RouteDescription): boolean {
  return attributes?.[Authorizer.IN_PARTS] === true;
}

/** The routes that write with neither a permission nor a mark that they are open on purpose. */
export function unprotectedRoutes(routes: readonly RouteDescription[]): readonly RouteDescription[] {
  const isOpen = (route: RouteDescription) => permissionsOf(route).length === 0 && !isPublicRoute(route);
  return routes.filter((route) => route.method !== 'GET' && isOpen(route) && !asksInParts(route));
}

/** Whether an attribute that is there names permissions: one that is blank or of another type would leave a route open. */
export function hasValidPermissions(route: RouteDescription): boolean {
  const value = route.attributes?.[Authorizer.PERMISSIONS];
  const hasNone = value === undefined || (Array.isArray(value) && value.length === 0);
  return hasNone || permissionsOf(route).length > 0;
}
