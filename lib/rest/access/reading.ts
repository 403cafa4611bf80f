import type {
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  FieldMetadata,
  MetadataRegistry,
  ReferenceMetadata,
} from '../../metadata';
import type { SearchStep } from '../../persistence';
import { entriesAt, entriesFor, type SecureEntry } from '../../security';
import { setsField } from './writable';

/** The permissions to read a field. A computed field reveals the columns that it is computed from. */
export function readingField(field: FieldMetadata): readonly SecureEntry[] {
  const own = entriesFor(field, 'GET');
  return field.sources ? [...own, ...field.sources.flatMap((source) => entriesFor(source, 'GET'))] : own;
}

/** The permissions to follow an association. A reference reveals its foreign key. */
export function readingAssociation(association: CollectionMetadata | ReferenceMetadata): readonly SecureEntry[] {
  const { owner, target, foreignKey } = association;
  const own = 'kind' in association ? entriesFor(association, 'GET') : readingField(owner.fields.get(foreignKey!)!);
  return [...own, ...entriesFor(target, 'GET')];
}

/** The permissions to search or sort by a field: those to follow each association on the way, and to read the field. */
export function readingThrough(steps: readonly SearchStep[], field: FieldMetadata): readonly SecureEntry[] {
  return [...steps.flatMap(readingAssociation), ...readingField(field)];
}

/**
 * The permissions to read an entity that was not reached through a route, such as one that domain code returns. A child
 * requires those of every path to its class, since any of them may have been meant.
 */
export function readingEntity({ aggregates }: MetadataRegistry, entity: EntityMetadata): readonly SecureEntry[] {
  const own = entriesFor(entity, 'GET');
  if (entity.isRoot) return own;
  const pathEntries = aggregates.flatMap(({ root, paths }) =>
    paths.filter((path) => path.at(-1)!.target === entity).flatMap((path) => entriesAt(root, path, 'GET')),
  );
  return [...own, ...pathEntries];
}

/**
 * The permissions to compare a field with the stored value: the same as to read it, since a comparison reveals the
 * value. The client knows the keys of the entity and its parent from the path of the request.
 *
 * @param path from the root down to the collection of the entity
 */
export function comparingField(
  root: EntityMetadata,
  path: CollectionPath,
  entity: EntityMetadata,
  field: FieldMetadata,
): readonly SecureEntry[] {
  if (field === entity.key || setsField(path.at(-1), field)) return [];
  return [...entriesAt(root, path, 'GET'), ...readingField(field)];
}
