import type { EntityMetadata } from '../metadata';
import { referredKey, tiesOf } from './association';

/** A field whose value names an entity of another class, or of the same. */
export interface ForeignKey {
  readonly field: string;
  readonly target: EntityMetadata;
  /** The field of the target that has the same value then; not always the primary key. */
  readonly targetField: string;
}

/** Those of the to-one fields of a class, and those by which it is a child of others. */
export function foreignKeysOf(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const byField = new Map<string, ForeignKey>();
  for (const reference of entity.references.values()) {
    const { foreignKey: field, target } = reference;
    byField.set(field, { field, target, targetField: referredKey(entity, reference) });
  }
  for (const owner of entities) {
    for (const collection of owner.collections.values()) {
      const { target, foreignKey: field } = collection;
      if (target !== entity || field === undefined) continue;
      byField.set(field, { field, target: owner, targetField: tiesOf(collection).sourceKey });
    }
  }
  return [...byField.values()];
}
