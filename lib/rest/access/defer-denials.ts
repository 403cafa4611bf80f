import type { Denial } from '../../security';
import type { Access } from './access';

/** Access for a write that may turn out not to be made, such as the create of an entity that exists already. */
export interface DeferredAccess {
  readonly access: Access;
  /** The first denial recorded so far. */
  denial(): Denial | undefined;
}

/**
 * Access whose `require` records the first denial instead of throwing it: whether the permission is needed depends on the
 * stored rows, which are read later.
 */
export function deferDenials(access: Access): DeferredAccess {
  let first: Denial | undefined;
  const requireLater: Access['require'] = (entries, what) => {
    first ??= access.denial(entries, what);
  };
  return { access: { ...access, require: requireLater }, denial: () => first };
}
