import type { AssociationScope, EntityMetadata } from '../../metadata';
import { referredKey, type Ties, tiesOf } from './association';
import { modelOf } from './domain-model';

/** A field whose value names an entity of another class, or of the same. */
export interface ForeignKey {
  readonly field: string;
  readonly target: EntityMetadata;
  /** The field of the target that has the same value then; not always the primary key. */
  readonly targetField: string;
  /** Where the field may name entities of other classes: it names one of this class in what meets one of them. */
  readonly scopes: readonly AssociationScope[];
}

/** An entity is one of a single sealed registry. */
const known = new WeakMap<EntityMetadata, readonly ForeignKey[]>();

/** Those of the to-one fields of a class, those by which it is a child of others, and those by which it joins others. */
export function foreignKeysOf(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const foreignKeys = known.get(entity) ?? findForeignKeys(entity, entities);
  known.set(entity, foreignKeys);
  return foreignKeys;
}

function findForeignKeys(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const found = new Map<string, ForeignKey>();
  const add = (foreignKey: ForeignKey) => {
    const name = `${foreignKey.field} ${foreignKey.target.name}`;
    found.set(name, joined(foreignKey, found.get(name)));
  };
  for (const reference of entity.references.values()) {
    const { foreignKey: field, target, scopes } = reference;
    add({ field, target, targetField: referredKey(entity, reference), scopes });
  }
  for (const owner of entities) {
    for (const collection of owner.collections.values()) {
      const { target } = collection;
      const ties = tiesOf(collection);
      const { sourceKey: targetField, foreignKey: field } = ties;
      if (ties.kind === 'oneToMany') {
        if (target === entity) add({ field, target: owner, targetField, scopes: scopesOf(ties) });
      } else if (ties.through === modelOf(entity.type)) {
        add({ field, target: owner, targetField, scopes: scopesOf(ties) });
        add({ field: ties.otherKey, target, targetField: ties.targetKey, scopes: [] });
      }
    }
  }
  return [...found.values()];
}

function scopesOf({ holderScope }: Ties): readonly AssociationScope[] {
  return Object.keys(holderScope).length > 0 ? [holderScope] : [];
}

/** Of two associations with one foreign key, one without a scope stands for both. */
function joined(foreignKey: ForeignKey, other: ForeignKey = foreignKey): ForeignKey {
  const isAlways = foreignKey.scopes.length === 0 || other.scopes.length === 0;
  return { ...foreignKey, scopes: isAlways ? [] : [...new Set([...other.scopes, ...foreignKey.scopes])] };
}
