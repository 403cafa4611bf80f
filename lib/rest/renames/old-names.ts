import type { CollectionMetadata, EntityMetadata, FieldMetadata, RenamedMember } from '../../metadata';

/** A member that has an old name beside its own. */
export interface Renamed {
  readonly member: FieldMetadata | CollectionMetadata;
  readonly renamed: RenamedMember;
}

const known = new WeakMap<EntityMetadata, ReadonlyMap<string, Renamed>>();

/** The members of an entity that have old names, by these. */
export function oldNamesOf(entity: EntityMetadata, within?: CollectionMetadata): ReadonlyMap<string, Renamed> {
  const before = known.get(entity);
  const own = before ?? byOldName([...entity.fields.values(), ...entity.collections.values()]);
  if (!before) known.set(entity, own);
  const ofLink = within && within.joinFields.size > 0 ? byOldName([...within.joinFields.values()]) : undefined;
  return ofLink && ofLink.size > 0 ? new Map([...own, ...ofLink]) : own;
}

function byOldName(members: readonly (FieldMetadata | CollectionMetadata)[]): ReadonlyMap<string, Renamed> {
  return new Map(
    members.flatMap((member) => (member.renamed ? [[member.renamed.name, { member, renamed: member.renamed }]] : [])),
  );
}

const reached = new WeakMap<EntityMetadata, boolean>();

/** Whether an entity, or anything that a request can name below it, has an old name. */
export function reachesOldNames(entity: EntityMetadata, within?: CollectionMetadata): boolean {
  if (within && oldNamesOf(entity, within).size > 0) return true;
  const before = reached.get(entity);
  if (before !== undefined) return before;
  const found = [...entitiesBelow(entity, new Set())].some(hasOldNames);
  reached.set(entity, found);
  return found;
}

function hasOldNames(entity: EntityMetadata): boolean {
  return (
    oldNamesOf(entity).size > 0 || [...entity.collections.values()].some((one) => oldNamesOf(one.target, one).size > 0)
  );
}

function entitiesBelow(entity: EntityMetadata, seen: Set<EntityMetadata>): Set<EntityMetadata> {
  if (seen.has(entity)) return seen;
  seen.add(entity);
  for (const { target } of [...entity.collections.values(), ...entity.references.values()]) entitiesBelow(target, seen);
  return seen;
}
