import type { CollectionMetadata } from '../metadata';
import type { FieldValues } from '../persistence';
import { below, distinct, type Violation } from '../values';
import { ChangeDeniedError } from './errors';
import type { PlacedEntity } from './placed-changes';

/**
 * Compares payloads with the stored entities. Each violation is reported once: several entities may share a payload.
 *
 * @param collection the collection of the entities, if they are children
 * @throws ChangeDeniedError for the first field that the principal may not change
 */
export function verifyStored(placed: readonly PlacedEntity[], collection?: CollectionMetadata): Violation[] {
  return distinct(placed.flatMap((payload) => [...verifyUnchanged(payload, collection), ...verifyMerged(payload)]));
}

/** The violations of constraints over several fields by the stored entity with its changes. */
function verifyMerged({ entity, changes: { violationsOf, values }, path }: PlacedEntity): Violation[] {
  if (!violationsOf || Object.keys(values).length === 0) return [];
  return below(path, violationsOf({ ...(entity.get() as FieldValues), ...values }));
}

/**
 * Changes to values that a payload may contain but not change: fields that the server sets, the key of the parent, and
 * the scope of the collection.
 *
 * @throws ChangeDeniedError for the first field that the principal may not change
 */
function verifyUnchanged({ entity, changes, path }: PlacedEntity, collection?: CollectionMetadata): Violation[] {
  const { expectations, values } = changes;
  const changed = expectations.filter(({ field, isMetBy, storedIn }) => {
    return !isMetBy(storedIn ? storedIn(entity) : entity.get(field));
  });
  const denied = changed.find(({ denial }) => denial);
  if (denied?.denial) throw new ChangeDeniedError(denied.field, denied.denial);
  const violations: Violation[] = changed.map(({ field, given, message }) => ({
    path: [...path, field],
    message: message ?? 'cannot be changed',
    invalidValue: given,
  }));
  const moving = parentFields(collection).filter(
    (field) => field in values && String(values[field]) !== String(entity.get(field)),
  );
  const message = 'cannot be changed: a child stays with its parent';
  return [...violations, ...moving.map((field) => ({ path: [...path, field], message, invalidValue: values[field] }))];
}

/** The fields that make an entity a child in the collection. */
function parentFields(collection?: CollectionMetadata): string[] {
  if (!collection) return [];
  const { foreignKey, scope } = collection;
  return [...(foreignKey === undefined ? [] : [foreignKey]), ...Object.keys(scope)];
}
