import type { RouteDescription } from '../../core';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { operationOf } from '../../rest';
import { mustBeKnown, permissionsOf, SECURE } from '../../security';
import type { DocumentSource } from '../source';
import type { Needs } from './api-description';

/** What it takes to use a route. */
export function needsOf(source: DocumentSource, route: RouteDescription): Needs {
  const permissions = permissionsOf(route);
  if (permissions.length > 0 || mustBeKnown(source.configuration.security, route, route.path))
    return { permissions, credentials: 'needed' };
  const isUseful = operationOf(route) !== undefined && source.registry.entities.some(isSecured);
  return { permissions, credentials: isUseful ? 'useful' : 'none' };
}

function isSecured(entity: EntityMetadata): boolean {
  const marked: readonly (EntityMetadata | FieldMetadata | CollectionMetadata)[] = [
    entity,
    ...entity.fields.values(),
    ...entity.collections.values(),
  ];
  return marked.some(({ annotations }) => annotations.has(SECURE));
}
