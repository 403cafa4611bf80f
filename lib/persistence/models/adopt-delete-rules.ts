import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DeleteRule, EntityMetadata, ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { adoptRule, declarationOf } from './delete-rules';
import { type DomainModel, isDeletedSoftly, modelOf } from './domain-model';
import {
  type AssociationForeignKey,
  foreignKeysOfAssociation,
  foreignKeysOfModel,
} from './foreign-keys-of-association';
import { RULES, strictnessOf } from './rules-of-foreign-keys';
import { type StoredForeignKey, type StoredForeignKeys, storedForeignKeysOf } from './stored-foreign-keys';

/**
 * Gives associations without a rule that of the foreign key in the database, and compares the rules of the others with it:
 * those for hard deletes, since a soft delete leaves the row that the foreign key refers to.
 *
 * @param mistakes receives DELETE_RULE_WEAKER; undefined if rules may differ, as before a migration
 */
export function adoptDeleteRules(
  models: readonly DomainModel[],
  stored: StoredForeignKeys,
  mistakes?: ModelMistakes,
): void {
  const seen = new Set<string>();
  for (const key of models.flatMap(foreignKeysOfModel)) {
    const name = [key.holder.name, key.field, key.referred.name].join(' ');
    const found = seen.has(name) ? undefined : stored.find(key);
    seen.add(name);
    if (found) compareRule(key, found, mistakes);
  }
}

function compareRule(key: AssociationForeignKey, stored: StoredForeignKey, mistakes?: ModelMistakes): void {
  const { holder, field, referred } = key;
  const column = holder.getAttributes()[field] as ModelAttributeColumnOptions;
  const declaration = declarationOf(holder, field, referred);
  if (declaration?.by === 'class') {
    const { place, onDelete } = declaration;
    if (isDeletedSoftly(referred) || strictnessOf(onDelete) >= strictnessOf(stored.onDelete)) return;
    mistakes?.add(weakerRule(place, `onDelete "${onDelete.toUpperCase()}"`, stored));
    return;
  }
  column.onDelete = stored.onDelete;
  const place = `${stored.table}.${stored.column}`;
  adoptRule(holder, field, referred, {
    place,
    onDelete: stored.onDelete,
    rule: ruleOf(stored, column),
    by: 'database',
  });
}

/**
 * Compares `cascade: true` of collections with the rules of the database.
 *
 * Reports DELETE_RULE_WEAKER.
 */
export function verifyCascades(entities: readonly EntityMetadata[], mistakes: ModelMistakes): void {
  for (const collection of entities.flatMap((entity) => [...entity.collections.values()])) {
    const { owner, property, kind, cascade } = collection;
    if (!cascade || kind === 'manyToMany') continue;
    const [key] = foreignKeysOfAssociation(modelOf(owner.type).associations[property]!);
    const declaration = declarationOf(key!.holder, key!.field, key!.referred);
    if (declaration?.by !== 'database' || declaration.rule === 'cascade') continue;
    if (isDeletedSoftly(key!.referred)) continue;
    const stored = storedForeignKeysOf(key!.holder)!.find(key!)!;
    mistakes.add(weakerRule(`${owner.name}.${property}`, 'cascade: true', stored));
  }
}

function weakerRule(place: string, declared: string, { table, column, onDelete }: StoredForeignKey): PersistenceError {
  return new PersistenceError('DELETE_RULE_WEAKER', [place, declared, `${table}.${column}`, onDelete]);
}

/** A rule that cannot be applied here, such as SET DEFAULT, becomes RESTRICT. */
function ruleOf({ onDelete }: StoredForeignKey, { allowNull, primaryKey }: ModelAttributeColumnOptions): DeleteRule {
  const rule = RULES[onDelete.toUpperCase()] ?? 'restrict';
  return rule === 'setNull' && (allowNull === false || primaryKey) ? 'restrict' : rule;
}
