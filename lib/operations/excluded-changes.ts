import type { CollectionMetadata } from '../metadata';
import type { Entity, Row } from '../persistence';
import type { Violation } from '../values';
import type { NamedElements } from './named-children';
import type { PlacedEntity } from './placed-changes';
import { wouldChange } from './shared-elements';

/** The changes that an array makes to the collection that it replaces. */
export interface Replacement extends NamedElements {
  readonly parents: readonly PlacedEntity[];
  /** The named elements of a many-to-many collection that are not linked yet. */
  readonly linked: NamedElements['named'];
  /** The omitted children, by parent. */
  readonly omitted: ReadonlyMap<Entity, readonly Row[]>;
}

/** The violations of the collection's exposure flags, which apply to arrays as they do to routes. */
export function excludedChanges({ property, exposure, target }: CollectionMetadata, changes: Replacement): Violation[] {
  const { parents, named, fresh, linked, omitted } = changes;
  const violations: Violation[] = [];
  if (!exposure.create) {
    for (const { path } of fresh) violations.push({ path, message: `cannot be created in this collection` });
    for (const { path } of linked) violations.push({ path, message: `cannot be linked in this collection` });
  }
  if (!exposure.update) {
    for (const { path, entity, changes } of named) {
      if (wouldChange(entity, changes)) {
        violations.push({ path, message: `cannot be changed in this collection` });
      }
    }
  }
  if (!exposure.delete) {
    for (const { path, entity } of parents) {
      for (const child of omitted.get(entity) ?? []) violations.push(omission([...path, property], child, target));
    }
  }
  return violations;
}

function omission(path: Violation['path'], child: Row, { name, key }: CollectionMetadata['target']): Violation {
  return {
    path,
    message: `omits the ${name} ${String(child.get(key.name))}, which cannot be removed from this collection: include it`,
  };
}
