import { below, type Entity, type FieldValues, InvalidEntityError } from '../persistence';
import type { Changes } from './changes';

/**
 * Holds the stored entity, merged with the changes if there are any, against the rules over several fields.
 *
 * @param path the way down to the payload, for messages
 * @throws InvalidEntityError
 */
export function verifyMerged(
  entity: Entity,
  { violationsOf, values }: Changes,
  path: readonly (string | number)[] = [],
): void {
  if (Object.keys(values).length === 0) return;
  const violations = violationsOf?.({ ...(entity.get() as FieldValues), ...values }) ?? [];
  if (violations.length > 0) throw new InvalidEntityError(below(path, violations));
}
