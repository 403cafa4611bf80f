import type { EntityMetadata } from '../metadata';
import { referredKey, tiesOf } from './association';
import { modelOf } from './domain-model';

/** A field whose value names an entity of another class, or of the same. */
export interface ForeignKey {
  readonly field: string;
  readonly target: EntityMetadata;
  /** The field of the target that has the same value then; not always the primary key. */
  readonly targetField: string;
}

/** Those of the to-one fields of a class, those by which it is a child of others, and those by which it joins others. */
export function foreignKeysOf(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const found = new Map<string, ForeignKey>();
  const add = (foreignKey: ForeignKey) => found.set(`${foreignKey.field} ${foreignKey.target.name}`, foreignKey);
  for (const reference of entity.references.values()) {
    const { foreignKey: field, target } = reference;
    add({ field, target, targetField: referredKey(entity, reference) });
  }
  for (const owner of entities) {
    for (const collection of owner.collections.values()) {
      const { target } = collection;
      const ties = tiesOf(collection);
      const { sourceKey: targetField, foreignKey: field } = ties;
      if (ties.kind === 'oneToMany') {
        if (target === entity) add({ field, target: owner, targetField });
      } else if (ties.through === modelOf(entity.type)) {
        add({ field, target: owner, targetField });
        add({ field: ties.otherKey, target, targetField: ties.targetKey });
      }
    }
  }
  return [...found.values()];
}
