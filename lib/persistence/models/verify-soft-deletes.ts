import { deletionMarkOf, type EntityMetadata, type ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { ruleFor } from './delete-rules';
import { isDeletedSoftly, modelOf } from './domain-model';
import { referrersTo } from './referrers';

/**
 * Soft-deleted rows can be restored, so that rows deleted with them must be soft-deleted too.
 *
 * Reports RESTORE_IMPOSSIBLE, DELETED_AT_NOT_NULLABLE.
 */
export function verifySoftDeletes(entities: readonly EntityMetadata[], mistakes: ModelMistakes): void {
  for (const entity of entities.filter(isSoftDeleted)) {
    const mark = deletionMarkOf(entity)!;
    if (!mark.isNullable || mark.hasDefault) {
      mistakes.add(new PersistenceError('DELETED_AT_NOT_NULLABLE', [entity.name, mark.name]));
    }
    for (const child of deletedWith(entity, entities)) {
      if (!isSoftDeleted(child)) mistakes.add(new PersistenceError('RESTORE_IMPOSSIBLE', [entity.name, child.name]));
    }
  }
}

function deletedWith(entity: EntityMetadata, entities: readonly EntityMetadata[]): EntityMetadata[] {
  const collections = [...entity.collections.values()].filter(
    (collection) => collection.kind !== 'manyToMany' && ruleFor(collection) === 'cascade',
  );
  const referrers = referrersTo(entity, entities).filter(({ declared }) => declared === 'cascade');
  return [...collections.map(({ target }) => target), ...referrers.flatMap((referrer) => referrer.entity ?? [])];
}

function isSoftDeleted({ type }: EntityMetadata): boolean {
  return isDeletedSoftly(modelOf(type));
}
