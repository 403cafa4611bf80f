import type { CollectionMetadata, EntityMetadata, FieldMetadata, RenamedMember } from '../../metadata';

/** A field or collection that has an old name. */
export interface Renamed {
  readonly member: FieldMetadata | CollectionMetadata;
  readonly renamed: RenamedMember;
}

const cachedNames = new WeakMap<EntityMetadata, ReadonlyMap<string, Renamed>>();

/**
 * The renamed members of an entity by their old names.
 *
 * @param within the collection that the entity is in, whose join table may have renamed fields
 */
export function oldNamesOf(entity: EntityMetadata, within?: CollectionMetadata): ReadonlyMap<string, Renamed> {
  const ofEntity = oldNamesOfEntity(entity);
  if (!within || within.joinFields.size === 0) return ofEntity;
  const ofLink = byOldName([...within.joinFields.values()]);
  return ofLink.size > 0 ? new Map([...ofEntity, ...ofLink]) : ofEntity;
}

function oldNamesOfEntity(entity: EntityMetadata): ReadonlyMap<string, Renamed> {
  const cached = cachedNames.get(entity);
  if (cached) return cached;
  const names = byOldName([...entity.fields.values(), ...entity.collections.values()]);
  cachedNames.set(entity, names);
  return names;
}

function byOldName(members: readonly (FieldMetadata | CollectionMetadata)[]): ReadonlyMap<string, Renamed> {
  const names = new Map<string, Renamed>();
  for (const member of members) if (member.renamed) names.set(member.renamed.name, { member, renamed: member.renamed });
  return names;
}

const cachedReach = new WeakMap<EntityMetadata, boolean>();

/** Whether an entity, or any entity that its associations lead to, has an old name. */
export function reachesOldNames(entity: EntityMetadata, within?: CollectionMetadata): boolean {
  if (within && oldNamesOf(entity, within).size > 0) return true;
  const cached = cachedReach.get(entity);
  if (cached !== undefined) return cached;
  const reaches = [...entitiesBelow(entity, new Set())].some(hasOldNames);
  cachedReach.set(entity, reaches);
  return reaches;
}

function hasOldNames(entity: EntityMetadata): boolean {
  if (oldNamesOf(entity).size > 0) return true;
  return [...entity.collections.values()].some((collection) => oldNamesOf(collection.target, collection).size > 0);
}

function entitiesBelow(entity: EntityMetadata, seen: Set<EntityMetadata>): Set<EntityMetadata> {
  if (seen.has(entity)) return seen;
  seen.add(entity);
  for (const { target } of [...entity.collections.values(), ...entity.references.values()]) entitiesBelow(target, seen);
  return seen;
}
