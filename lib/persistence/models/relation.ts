import type { Association, BelongsTo, HasMany } from 'sequelize';
import { isManyToMany } from '../sequelize/associations';
import type { DomainModel } from './domain-model';

/**
 * Names the columns by which an association links rows, equal for both of its sides: for `order.items` and
 * `item.order`, and for both ends of a many-to-many.
 *
 * @returns undefined for a tree: a foreign key that refers to its own table
 */
export function relationOf(association: Association): string | undefined {
  const [source, target] = [association.source, association.target] as DomainModel[];
  if (isManyToMany(association)) {
    const { through, foreignKey, otherKey } = association;
    return [linkOf(through.model, foreignKey, source!), linkOf(through.model, otherKey, target!)].sort().join(' ');
  }
  if (tableOf(source!) === tableOf(target!)) return undefined;
  const { foreignKey } = association as BelongsTo | HasMany;
  const isHeld = association.associationType === 'BelongsTo';
  return isHeld ? linkOf(source!, foreignKey, target!) : linkOf(target!, foreignKey, source!);
}

/** A foreign key with the table that it refers to, since a polymorphic one refers to several. */
function linkOf(model: DomainModel, foreignKey: string, referred: DomainModel): string {
  return JSON.stringify([tableOf(model), foreignKey, tableOf(referred)]);
}

function tableOf(model: DomainModel): string {
  return JSON.stringify(model.getTableName());
}
