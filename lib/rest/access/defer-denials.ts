import type { Denial } from '../../security';
import type { Access } from './access';

/** Access to something that may turn out not to happen, and the first denial of it. */
export interface DeferredAccess {
  readonly access: Access;
  denial(): Denial | undefined;
}

/**
 * Access whose `demand` records the first denial and does not throw: only the stored rows decide whether the right is
 * needed.
 */
export function deferDenials(access: Access): DeferredAccess {
  let first: Denial | undefined;
  const demand: Access['demand'] = (entries, what) => {
    first ??= access.denial(entries, what);
  };
  return { access: { ...access, demand }, denial: () => first };
}
