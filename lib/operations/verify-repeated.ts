import type { CollectionMetadata } from '../metadata';
import type { Violation } from '../persistence';
import type { PlacedEntity } from './placed-changes';

/**
 * What a payload would change and may only repeat: fields that the server sets, and the key of the parent.
 *
 * @param collection where the entity is a child
 */
export function verifyRepeated({ entity, changes, path }: PlacedEntity, collection?: CollectionMetadata): Violation[] {
  const { expectations, values } = changes;
  const changed = expectations.filter(({ field, isMetBy }) => !isMetBy(entity.get(field)));
  for (const { onChange } of changed) onChange?.();
  const violations: Violation[] = changed.map(({ field, given }) => ({
    path: [...path, field],
    message: 'cannot be changed',
    invalidValue: given,
  }));
  const foreignKey = collection?.foreignKey;
  if (foreignKey === undefined || !(foreignKey in values)) return violations;
  const invalidValue = values[foreignKey];
  if (String(invalidValue) === String(entity.get(foreignKey))) return violations;
  const message = 'cannot be changed: a child stays with its parent';
  return [...violations, { path: [...path, foreignKey], message, invalidValue }];
}
