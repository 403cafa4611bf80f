import type { DocumentSource } from '../apidocs';
import type { RouteDescription } from '../core';
import type { AggregateMetadata, CollectionMetadata, EntityMetadata, InvariantMetadata } from '../metadata';
import { operationOf } from '../rest';
import type { DomainMap, MapAggregate, MapEntity, MapInvariant } from './domain-map';
import { mapAssociations } from './map-associations';
import { mapFields } from './map-fields';
import { isBelow, mapOperation, mapResources, type OperationLink } from './map-operations';

/** Builds the map of an application from its registry and routes. */
export function buildMap({ name, registry, routes }: DocumentSource, linkTo: OperationLink): DomainMap {
  const isShown = visibleCollections(routes);
  const entities = new Map<EntityMetadata, MapEntity>();
  const aggregates = registry.aggregates.map((aggregate): MapAggregate => {
    const path = `/${aggregate.resourceName}`;
    const [root, ...children] = classesOf(aggregate, isShown).filter((entity) => !entities.has(entity));
    const toMapEntity = (entity: EntityMetadata) => {
      const rootPath = entity === aggregate.root ? path : undefined;
      const resources = mapResources(entity, rootPath, routes, linkTo);
      const { name, isRoot } = entity;
      const invariants = rootPath === undefined ? [] : aggregate.invariants.map(mapInvariant);
      const mapEntity = { name, isRoot, fields: mapFields(entity), invariants, resources };
      entities.set(entity, mapEntity);
      return mapEntity;
    };
    return { name: aggregate.root.name, path, entities: [toMapEntity(root!), ...children.map(toMapEntity)] };
  });
  const otherOperations = routes
    .filter((route) => !operationOf(route) && !aggregates.some(({ path }) => isBelow(route.path, path)))
    .map((route) => mapOperation(route, linkTo));
  return { name, aggregates, associations: mapAssociations(entities, isShown), otherOperations };
}

function mapInvariant({ name, message }: InvariantMetadata): MapInvariant {
  return { name, message };
}

/** The root and the classes below it, without other roots. */
function classesOf(
  { root, paths }: AggregateMetadata,
  isShown: (collection: CollectionMetadata) => boolean,
): EntityMetadata[] {
  const children = paths.filter((path) => path.every(isShown)).map((path) => path.at(-1)!.target);
  return [root, ...new Set(children.filter((child) => !child.isRoot && child !== root))];
}

/** A hidden collection is shown only if it has routes. */
function visibleCollections(routes: readonly RouteDescription[]): (collection: CollectionMetadata) => boolean {
  const routed = new Set(routes.flatMap((route) => operationOf(route)?.collections ?? []));
  return (collection) => !collection.isHidden || routed.has(collection);
}
