import { oncePer } from '../../foundation';
import type { AssociationScope, EntityMetadata } from '../../metadata';
import { type AssociationKeys, associationKeys, referredKey } from './association';
import { modelOf } from './domain-model';

/** A foreign key of a class. */
export interface ForeignKey {
  readonly field: string;
  readonly target: EntityMetadata;
  /** The field of the target that it refers to, which may be another than its primary key. */
  readonly targetField: string;
  /** For a polymorphic foreign key: it refers to this class in rows that match one of the scopes. */
  readonly scopes: readonly AssociationScope[];
}

/**
 * The foreign keys of a class, which belongs to exactly one registry: of its to-one fields, as a child of others, and as a
 * join table.
 */
export const foreignKeysOf = oncePer(findForeignKeys);

function findForeignKeys(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const found = new Map<string, ForeignKey>();
  const add = (foreignKey: ForeignKey) => {
    const name = `${foreignKey.field} ${foreignKey.target.name}`;
    found.set(name, merged(foreignKey, found.get(name)));
  };
  for (const reference of entity.references.values()) {
    const { foreignKey: field, target, scopes } = reference;
    add({ field, target, targetField: referredKey(entity, reference), scopes });
  }
  for (const owner of entities) {
    for (const collection of owner.collections.values()) {
      const { target } = collection;
      const association = associationKeys(collection);
      const { sourceKey: targetField, foreignKey: field } = association;
      if (association.kind === 'oneToMany') {
        if (target === entity) add({ field, target: owner, targetField, scopes: scopesOf(association) });
      } else if (association.through === modelOf(entity.type)) {
        add({ field, target: owner, targetField, scopes: scopesOf(association) });
        add({ field: association.otherKey, target, targetField: association.targetKey, scopes: [] });
      }
    }
  }
  return [...found.values()];
}

function scopesOf({ foreignKeyScope }: AssociationKeys): readonly AssociationScope[] {
  return Object.keys(foreignKeyScope).length > 0 ? [foreignKeyScope] : [];
}

/** Merges associations with the same foreign key; one without a scope applies to all rows. */
function merged(foreignKey: ForeignKey, other: ForeignKey = foreignKey): ForeignKey {
  const isAlways = foreignKey.scopes.length === 0 || other.scopes.length === 0;
  return { ...foreignKey, scopes: isAlways ? [] : [...new Set([...other.scopes, ...foreignKey.scopes])] };
}
