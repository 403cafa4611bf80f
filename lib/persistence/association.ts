import type { BelongsToMany, HasMany } from 'sequelize';
import type { CollectionMetadata } from '../metadata';
import { type DomainModel, modelOf } from './domain-model';

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
    };

export function tiesOf({ owner, property, kind }: CollectionMetadata): Ties {
  const association = modelOf(owner.type).associations[property]!;
  if (kind === 'oneToMany') {
    const { sourceKey, foreignKey } = association as HasMany & { readonly sourceKey: string };
    return { kind, sourceKey, foreignKey };
  }
  const { sourceKey, targetKey, foreignKey, otherKey, through } = association as BelongsToMany & {
    readonly targetKey: string;
    readonly through: { readonly model: DomainModel };
  };
  return { kind, sourceKey, targetKey, foreignKey, otherKey, through: through.model };
}
