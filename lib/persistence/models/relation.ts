import type { CollectionMetadata, ReferenceMetadata } from '../../metadata';
import { associationKeys } from './association';
import { type DomainModel, modelOf } from './domain-model';

/**
 * Names the columns by which an association links rows, equal for both of its sides: for `order.items` and
 * `item.order`, and for both ends of a many-to-many.
 */
export function relationOf(association: CollectionMetadata | ReferenceMetadata): string {
  const [owner, target] = [modelOf(association.owner.type), modelOf(association.target.type)];
  if (!('kind' in association)) return keyOf(owner, association.foreignKey, target);
  const keys = associationKeys(association);
  if (keys.kind === 'oneToMany') return keyOf(target, keys.foreignKey, owner);
  const { through, foreignKey, otherKey } = keys;
  return [keyOf(through, foreignKey, owner), keyOf(through, otherKey, target)].sort().join(' ');
}

/** Whether both sides of an association are rows of one table. */
export function isWithinTable({ owner, target }: CollectionMetadata | ReferenceMetadata): boolean {
  return tableOf(modelOf(owner.type)) === tableOf(modelOf(target.type));
}

/** A foreign key with the table that it refers to, since a polymorphic one refers to several. */
function keyOf(model: DomainModel, foreignKey: string, target: DomainModel): string {
  return JSON.stringify([tableOf(model), foreignKey, tableOf(target)]);
}

function tableOf(model: DomainModel): string {
  return JSON.stringify(model.getTableName());
}
