import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../metadata';
import type { MapAssociation, MapEntity } from './domain-map';

/** One side of an association. Both sides have the same `key`. */
interface Side extends MapAssociation {
  readonly key: string;
  readonly isCollection: boolean;
}

type Entities = ReadonlyMap<EntityMetadata, MapEntity>;
type IsShown = (collection: CollectionMetadata) => boolean;

/**
 * The associations between the classes of the map. One that both sides declare is a single line with both names.
 *
 * @param isShown  whether a collection is part of the map
 */
export function mapAssociations(entities: Entities, isShown: IsShown): MapAssociation[] {
  const sides = [...entities.keys()].flatMap((entity) => [
    ...[...entity.collections.values()].filter(isShown).map((one) => collectionSide(one, entities, isShown)),
    ...[...entity.references.values()].filter(isVisible).map((one) => referenceSide(entity, one, entities)),
  ]);
  const groups = new Map<string, Side[]>();
  for (const side of sides) if (side) groups.set(side.key, [...(groups.get(side.key) ?? []), side]);
  return [...groups.values()].map(merged);
}

/** Merges both sides into one association. A collection takes precedence over a reference. */
function merged(sides: readonly Side[]): MapAssociation {
  const [first, ...others] = [...sides].sort((a, b) => Number(b.isCollection) - Number(a.isCollection));
  const { key: _, isCollection, ...association } = first!;
  const [other] = others;
  return other ? { ...association, toName: other.toName ?? other.fromName } : association;
}

function collectionSide(collection: CollectionMetadata, entities: Entities, isShown: IsShown): Side | undefined {
  const { kind, owner, target, foreignKey, wireName } = collection;
  const [from, to] = [entities.get(owner), entities.get(target)];
  if (!from || !to) return undefined;
  const hasForeignKey = kind !== 'manyToMany';
  return {
    key: hasForeignKey ? keyOf(from, to, foreignKey) : linkKey(collection, isShown),
    isCollection: true,
    from,
    to,
    fromName: wireName,
    fromCardinality: hasForeignKey ? cardinality(target, foreignKey) : 'many',
    toCardinality: kind === 'oneToOne' ? 'optional' : 'many',
    isContained: hasForeignKey && !to.isRoot,
  };
}

function referenceSide(
  entity: EntityMetadata,
  { target, foreignKey, wireName }: ReferenceMetadata,
  entities: Entities,
): Side | undefined {
  const [from, to] = [entities.get(target), entities.get(entity)];
  if (!from || !to) return undefined;
  return {
    key: keyOf(from, to, foreignKey),
    isCollection: false,
    from,
    to,
    toName: wireName,
    fromCardinality: cardinality(entity, foreignKey),
    toCardinality: 'many',
    isContained: false,
  };
}

function isVisible({ isHidden }: ReferenceMetadata): boolean {
  return !isHidden;
}

function keyOf(from: MapEntity, to: MapEntity, foreignKey: string | undefined): string {
  return `${from.name} ${to.name} ${foreignKey}`;
}

/** Two classes with one many-to-many collection each to the other share their links. */
function linkKey({ owner, target, property }: CollectionMetadata, isShown: IsShown): string {
  const links = (one: EntityMetadata, other: EntityMetadata) =>
    [...one.collections.values()].filter(
      (link) => link.kind === 'manyToMany' && link.target === other && isShown(link),
    );
  const isMutual = owner !== target && links(owner, target).length === 1 && links(target, owner).length === 1;
  return isMutual ? [owner.name, target.name].sort().join(' ') : `${owner.name} ${target.name} ${property}`;
}

function cardinality(child: EntityMetadata, foreignKey: string | undefined): 'one' | 'optional' {
  return foreignKey !== undefined && child.fields.get(foreignKey)?.isNullable ? 'optional' : 'one';
}
