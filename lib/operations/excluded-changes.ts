import type { CollectionMetadata } from '../metadata';
import type { Entity, Row } from '../persistence';
import type { Violation } from '../values';
import type { NamedElements } from './named-children';
import type { PlacedEntity } from './placed-changes';
import { wouldChange } from './shared-elements';

/** The changes that an array makes to a replaced collection. */
export interface Replacement extends NamedElements {
  /** The parents. */
  readonly replaced: readonly PlacedEntity[];
  /** Of a many-to-many collection: those named that were no children before. */
  readonly linked: NamedElements['named'];
  /** By parent. */
  readonly gone: ReadonlyMap<Entity, readonly Row[]>;
}

/** The changes that the flags of the collection exclude: they hold for arrays as they do for routes. */
export function excludedBy({ property, exposure, target }: CollectionMetadata, changes: Replacement): Violation[] {
  const { replaced, named, fresh, linked, gone } = changes;
  const violations: Violation[] = [];
  if (!exposure.create) {
    for (const { path } of fresh) violations.push({ path, message: `is new, and no ${target.name} is created here` });
    for (const { path } of linked) violations.push({ path, message: `is new, and no ${target.name} is linked here` });
  }
  if (!exposure.update) {
    for (const { path, entity, changes } of named) {
      if (wouldChange(entity, changes.values)) {
        violations.push({ path, message: `would change, and no ${target.name} is updated here` });
      }
    }
  }
  if (!exposure.delete) {
    for (const { path, entity } of replaced) {
      for (const child of gone.get(entity) ?? []) violations.push(leftOut([...path, property], child, target));
    }
  }
  return violations;
}

function leftOut(path: Violation['path'], child: Row, { name, key }: CollectionMetadata['target']): Violation {
  return {
    path,
    message: `leaves out the ${name} ${String(child.get(key.name))}, which cannot be deleted here: name it`,
  };
}
