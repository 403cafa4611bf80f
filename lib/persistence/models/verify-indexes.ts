import type { EntityMetadata, ModelMistakes } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { PersistenceError } from '../errors';
import { indexesOf } from '../sequelize/model-class';
import { modelOf } from './domain-model';

/**
 * Index names are unique per database on SQLite. MariaDB and MySQL have no partial indexes: Sequelize omits the
 * condition, so that a unique index would apply to all rows.
 *
 * Reports INDEX_CONDITION_UNSUPPORTED, INDEX_NAME_TAKEN.
 */
export function verifyIndexes(entities: readonly EntityMetadata[], mistakes: ModelMistakes): void {
  const owners = new Map<string, string>();
  for (const { type, name } of entities) {
    const model = modelOf(type);
    const { hasPartialIndexes, sharesIndexNames } = dialectOf(model.sequelize!).schema;
    for (const index of indexesOf(model)) {
      if (sharesIndexNames) verifyName(name, String(index.name), owners, mistakes);
      if (hasPartialIndexes || !index.unique || !index.where) continue;
      mistakes.add(new PersistenceError('INDEX_CONDITION_UNSUPPORTED', [name, String(index.name)]));
    }
  }
}

function verifyName(owner: string, name: string, owners: Map<string, string>, mistakes: ModelMistakes): void {
  const other = owners.get(name.toLowerCase());
  if (other !== undefined) mistakes.add(new PersistenceError('INDEX_NAME_TAKEN', [other, owner, name]));
  owners.set(name.toLowerCase(), owner);
}
