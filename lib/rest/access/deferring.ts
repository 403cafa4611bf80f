import type { Denial } from '../../security';
import type { Access } from './access';

/** Access to something that may not come to pass, with what has been denied of it so far. */
export interface Deferred {
  readonly access: Access;
  /** The first. */
  denial(): Denial | undefined;
}

/** The same access, which keeps in mind what it would have to refuse: whether it comes to that, only what is stored tells. */
export function deferring(access: Access): Deferred {
  let first: Denial | undefined;
  const demand: Access['demand'] = (entries, what) => {
    first ??= access.denial(entries, what);
  };
  return { access: { ...access, demand }, denial: () => first };
}
