import type { ArgumentSource, CollectionPath, EntityMetadata, FieldMetadata } from '../../metadata';
import { entriesAt, entriesFor, type SecureEntry } from '../../security';

/** The write of a payload to one entity: an update of a linked entity is one, too. */
export type PayloadWrite = 'POST' | 'PUT';

/** The write of a payload to one element of a collection. */
export interface ElementWrite {
  readonly write: PayloadWrite;
  /** Whether it names an entity that is there. */
  readonly isNamed: boolean;
  /** Whether it says more than that name. */
  readonly hasMore: boolean;
}

/**
 * The permissions to write an element of a collection with its parent: those of the collection's own route.
 *
 * In a many-to-many collection an element that names an entity is linked, and updated where it says more; any other is
 * created, which takes what creating one of its class takes.
 *
 * @param path from the root down to the collection
 */
export function writingElement(
  root: EntityMetadata,
  path: CollectionPath,
  { write, isNamed, hasMore }: ElementWrite,
): readonly SecureEntry[] {
  const { kind, target } = path.at(-1)!;
  if (kind !== 'manyToMany') return entriesAt(root, path, write);
  const linking = entriesAt(root, path, 'POST');
  if (!isNamed) return [...linking, ...entriesFor(target, 'POST')];
  return hasMore ? [...linking, ...entriesAt(root, path, 'PUT')] : linking;
}

/**
 * The permissions to set a field; one that names an entity needs the right to read that entity.
 *
 * @param referred the classes whose entities the field names
 * @param value    any but null when absent
 */
export function writingField(
  field: FieldMetadata,
  referred: readonly EntityMetadata[],
  write: PayloadWrite,
  value?: unknown,
): readonly SecureEntry[] {
  const own = entriesFor(field, write);
  return value === null ? own : [...own, ...referred.flatMap((target) => entriesFor(target, 'GET'))];
}

/** The permissions to give an argument of an action: one that names an entity needs the right to read it. */
export function argumentEntries(source: ArgumentSource): readonly SecureEntry[] {
  return source.kind === 'entity' ? entriesFor(source.entity, 'GET') : [];
}
