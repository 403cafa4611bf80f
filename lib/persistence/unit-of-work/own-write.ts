import type { Entity } from '../models/domain-model';

const OWN = Symbol('own write');

/**
 * The option of a write by an operation, which knows the roots that are concerned. Hooks may hand options on to writes of
 * their own, for which it does not count.
 *
 * @param of the instance that is written, or the table
 */
export function ownWrite(of: Entity | string): object {
  return { [OWN]: of };
}

export function isOwnWrite(options: object | null | undefined, ...of: readonly unknown[]): boolean {
  const own = (options as { readonly [OWN]?: Entity | string } | null | undefined)?.[OWN];
  return own !== undefined && of.includes(own);
}
