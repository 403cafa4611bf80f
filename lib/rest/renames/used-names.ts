import type { Request } from '../../core';
import type { RenamedMember } from '../../metadata';

/** The attribute of a request that collects the old names which it and its response use. */
const USED = 'koaggregate.oldNames';

/** The old names that a request has used so far. A batch shares them with its steps. */
export function usedNamesOf({ attributes }: Request): Set<RenamedMember> {
  const noted = attributes.get(USED) as Set<RenamedMember> | undefined;
  if (noted) return noted;
  const used = new Set<RenamedMember>();
  attributes.set(USED, used);
  return used;
}
