import type { DocumentSource } from '../apidocs';
import type { RouteDescription } from '../core';
import type { AggregateMetadata, CollectionMetadata, EntityMetadata, InvariantMetadata } from '../metadata';
import { operationOf } from '../rest';
import type { DomainMap, MapAggregate, MapEntity, MapInvariant } from './domain-map';
import { mapAssociations } from './map-associations';
import { mapFields } from './map-fields';
import { isBelow, mapOperation, mapResources, type OperationLink } from './map-operations';

/** Draws together what registry and routes tell of the domain. */
export function buildMap({ name, registry, routes }: DocumentSource, linkOf: OperationLink): DomainMap {
  const isShown = shownCollections(routes);
  const entities = new Map<EntityMetadata, MapEntity>();
  const aggregates = registry.aggregates.map((aggregate): MapAggregate => {
    const path = `/${aggregate.resourceName}`;
    const [root, ...children] = ownClasses(aggregate, isShown).filter((entity) => !entities.has(entity));
    const described = (entity: EntityMetadata) => {
      const rootPath = entity === aggregate.root ? path : undefined;
      const resources = mapResources(entity, rootPath, routes, linkOf);
      const { name, isRoot } = entity;
      const invariants = rootPath === undefined ? [] : aggregate.invariants.map(mapInvariant);
      const shown = { name, isRoot, fields: mapFields(entity), invariants, resources };
      entities.set(entity, shown);
      return shown;
    };
    return { name: aggregate.root.name, path, entities: [described(root!), ...children.map(described)] };
  });
  const otherOperations = routes
    .filter((route) => !operationOf(route) && !aggregates.some(({ path }) => isBelow(route.path, path)))
    .map((route) => mapOperation(route, linkOf));
  return { name, aggregates, associations: mapAssociations(entities, isShown), otherOperations };
}

function mapInvariant({ name, message }: InvariantMetadata): MapInvariant {
  return { name, message };
}

/** The root, and the classes that are reached through it without being roots themselves. */
function ownClasses(
  { root, paths }: AggregateMetadata,
  isShown: (collection: CollectionMetadata) => boolean,
): EntityMetadata[] {
  const children = paths.filter((path) => path.every(isShown)).map((path) => path.at(-1)!.target);
  return [root, ...new Set(children.filter((child) => !child.isRoot && child !== root))];
}

/** A hidden collection is in no payload; it is told of where it has routes. */
function shownCollections(routes: readonly RouteDescription[]): (collection: CollectionMetadata) => boolean {
  const routed = new Set(routes.flatMap((route) => operationOf(route)?.collections ?? []));
  return (collection) => !collection.isHidden || routed.has(collection);
}
