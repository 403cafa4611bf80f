import type { ArgumentSource, CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { entriesFor, type PlaceWrites, type SecureEntry } from '../../security';

/** The method whose permissions a payload requires for one entity: POST to create it, PUT to update it. */
export type PayloadMethod = 'POST' | 'PUT';

/** An element of a collection in a payload, as far as permissions depend on it. */
export interface ElementWrite {
  readonly method: PayloadMethod;
  /** Whether the element names an existing entity by its key. */
  readonly isNamed: boolean;
  /** Whether the element has fields besides its key. */
  readonly hasMore: boolean;
  /** Whether the payload also inserts the root. */
  readonly isRootNew: boolean;
}

/**
 * The permissions to write an element of a collection with its parent: those of the collection's own route.
 *
 * In a many-to-many collection an element that names an entity is linked, and updated if it has further fields; any
 * other is created, which also requires the permissions to create an entity of its class. Elements that are inserted
 * together with their root require only their own permissions.
 *
 * @param writes what writes in the collection require
 */
export function writingElement(
  { kind, target }: CollectionMetadata,
  writes: PlaceWrites,
  { method, isNamed, hasMore, isRootNew }: ElementWrite,
): readonly SecureEntry[] {
  const creating = isRootNew ? writes.inserting : writes.POST;
  if (kind !== 'manyToMany') return method === 'POST' ? creating : writes.PUT;
  if (!isNamed) return [...creating, ...entriesFor(target, 'POST')];
  return hasMore ? [...writes.POST, ...writes.PUT] : writes.POST;
}

/**
 * The permissions to set a field. A foreign key requires the right to read the entity that it refers to.
 *
 * @param targets the classes that the field refers to as a foreign key
 * @param value   the value to set; null refers to no entity
 */
export function writingField(
  field: FieldMetadata,
  targets: readonly EntityMetadata[],
  method: PayloadMethod,
  value?: unknown,
): readonly SecureEntry[] {
  const own = entriesFor(field, method);
  return value === null ? own : [...own, ...targets.flatMap((target) => entriesFor(target, 'GET'))];
}

/** The permissions to pass an argument to an action: an entity requires the right to read it. */
export function argumentEntries(source: ArgumentSource): readonly SecureEntry[] {
  return source.kind === 'entity' ? entriesFor(source.entity, 'GET') : [];
}
