import type { Association, BelongsTo, BelongsToMany, HasMany } from 'sequelize';
import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../metadata';
import { type DomainModel, type Entity, modelOf } from './domain-model';

/** The columns that tie the children of a collection to their parents. */
export type Ties =
  | { readonly kind: 'oneToMany'; readonly sourceKey: string; readonly foreignKey: string }
  | {
      readonly kind: 'manyToMany';
      readonly sourceKey: string;
      readonly targetKey: string;
      readonly through: DomainModel;
      /** Of the join table: the parent's key and the child's. */
      readonly foreignKey: string;
      readonly otherKey: string;
      /** From a child to its row of the join table; joined, it gives one row for each parent. */
      readonly links: Association;
    };

export function tiesOf({ owner, property, kind }: CollectionMetadata): Ties {
  const association = modelOf(owner.type).associations[property]!;
  if (kind === 'oneToMany') {
    const { sourceKey, foreignKey } = association as HasMany & { readonly sourceKey: string };
    return { kind, sourceKey, foreignKey };
  }
  const { sourceKey, targetKey, foreignKey, otherKey, through, oneFromTarget } = association as BelongsToMany & {
    readonly targetKey: string;
    readonly through: { readonly model: DomainModel };
    readonly oneFromTarget: Association;
  };
  return { kind, sourceKey, targetKey, foreignKey, otherKey, through: through.model, links: oneFromTarget };
}

/** What the children of a parent hold in their foreign key; not always its primary key. */
export function childKey(collection: CollectionMetadata, parent: Entity): unknown {
  return parent.get(tiesOf(collection).sourceKey);
}

/** The field of its target that a reference holds the value of; not always the primary key. */
export function referredKey(owner: EntityMetadata, { property }: ReferenceMetadata): string {
  const association = modelOf(owner.type).associations[property] as BelongsTo & { readonly targetKey: string };
  return association.targetKey;
}
