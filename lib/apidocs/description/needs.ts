import type { RouteDescription } from '../../core';
import { isSecured, operationOf } from '../../rest';
import { mustBeKnown, permissionsOf } from '../../security';
import type { DocumentSource } from '../source';
import type { Needs } from './api-description';

/** What it takes to use a route. */
export function needsOf(source: DocumentSource, route: RouteDescription): Needs {
  const permissions = permissionsOf(route);
  if (permissions.length > 0 || mustBeKnown(source.configuration.security, route, route.path))
    return { permissions, credentials: 'needed' };
  const isUseful = operationOf(route) !== undefined && isSecured(source.registry);
  return { permissions, credentials: isUseful ? 'useful' : 'none' };
}
