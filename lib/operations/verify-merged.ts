import type { FieldValues } from '../persistence';
import { below, type Violation } from '../values';
import type { PlacedEntity } from './placed-changes';

/** What rules over several fields refuse of a stored entity, merged with the changes if there are any. */
export function verifyMerged({ entity, changes: { violationsOf, values }, path }: PlacedEntity): Violation[] {
  if (!violationsOf || Object.keys(values).length === 0) return [];
  return below(path, violationsOf({ ...(entity.get() as FieldValues), ...values }));
}
