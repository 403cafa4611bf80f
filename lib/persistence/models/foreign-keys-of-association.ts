import type { Association, BelongsTo, HasMany } from 'sequelize';
import { isManyToMany } from '../sequelize/associations';
import { type DomainModel, fieldOfColumn, modelWithTable } from './domain-model';

/** A foreign key by which an association links two models. */
export interface AssociationForeignKey {
  /** The model with the foreign key: one of the two, or the join table. */
  readonly holder: DomainModel;
  readonly field: string;
  readonly referred: DomainModel;
  /** The field of `referred`, which may be another than its primary key. */
  readonly referredField: string;
  /** Whether it is a column of a join table. */
  readonly isLink?: boolean;
}

/** The foreign key of an association of Sequelize; two for a many-to-many association. */
export function foreignKeysOfAssociation(association: Association): readonly AssociationForeignKey[] {
  const source = association.source as DomainModel;
  const target = association.target as DomainModel;
  const keyIn = (referred: DomainModel, referredField = referred.primaryKeyAttribute) => ({ referred, referredField });
  if (association.associationType === 'BelongsTo') {
    const { foreignKey, targetKey } = association as BelongsTo & { readonly targetKey?: string };
    return [{ holder: source, field: foreignKey, ...keyIn(target, targetKey) }];
  }
  if (!isManyToMany(association)) {
    const { foreignKey, sourceKey } = association as HasMany & { readonly sourceKey?: string };
    return [{ holder: target, field: foreignKey, ...keyIn(source, sourceKey) }];
  }
  const { foreignKey, otherKey, through, sourceKey, targetKey } = association;
  return [
    { holder: through.model, field: foreignKey, ...keyIn(source, sourceKey), isLink: true },
    { holder: through.model, field: otherKey, ...keyIn(target, targetKey), isLink: true },
  ];
}

/** The foreign keys of a model's associations, on either side, and of its columns with `references`. */
export function foreignKeysOfModel(model: DomainModel): AssociationForeignKey[] {
  const columns = Object.entries(model.getAttributes()).flatMap(([field, { references }]): AssociationForeignKey[] => {
    const { model: table, key } = (typeof references === 'object' ? references : {}) as {
      model?: string;
      key?: string;
    };
    const referred = table === undefined ? undefined : modelWithTable(model.sequelize!, table);
    if (!referred) return [];
    const referredField = key === undefined ? referred.primaryKeyAttribute : fieldOfColumn(referred, key);
    return [{ holder: model, field, referred, referredField }];
  });
  return [...Object.values(model.associations).flatMap(foreignKeysOfAssociation), ...columns];
}
