import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { isManyToMany } from '../sequelize/associations';
import { indexesOf } from '../sequelize/model-class';
import { type DomainModel, isDeletedSoftly } from './domain-model';

/**
 * A soft-deleted link would keep its unique pair of keys, so that the link could not be created again.
 *
 * Reports JOIN_TABLE_PARANOID.
 */
export function verifyJoinTables(model: DomainModel, mistakes: ModelMistakes): void {
  for (const association of Object.values(model.associations).filter(isManyToMany)) {
    const { through, as, foreignKey, otherKey } = association;
    const join = through.model;
    if (!isDeletedSoftly(join) || !isUniquePair(join, [foreignKey, otherKey])) continue;
    mistakes.add(new PersistenceError('JOIN_TABLE_PARANOID', [model.name, as, join.name]));
  }
}

function isUniquePair(join: DomainModel, pair: readonly string[]): boolean {
  const attributes = join.getAttributes();
  const columns = pair.map((name) => attributes[name]?.field ?? name);
  const isPair = (fields: readonly unknown[]) =>
    fields.length === columns.length && fields.every((field) => columns.includes(String(field)));
  const indexes = indexesOf(join).filter(({ unique, where }) => unique && !where);
  const keys = Object.values(join.primaryKeys).map(({ field }) => field);
  return [keys, ...[...Object.values(join.uniqueKeys), ...indexes].map(({ fields = [] }) => fields)].some(isPair);
}
