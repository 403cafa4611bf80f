import type { Entity } from '../models/domain-model';

const OWN = Symbol('own write');

/**
 * The option that marks a write of an operation, which locks the roots and increments their versions itself.
 *
 * @param of the instance or the table that is written: hooks may pass options on to other writes, which are not marked
 */
export function ownWrite(of: Entity | string): object {
  return { [OWN]: of };
}

export function isOwnWrite(options: object | null | undefined, ...of: readonly unknown[]): boolean {
  const own = (options as { readonly [OWN]?: Entity | string } | null | undefined)?.[OWN];
  return own !== undefined && of.includes(own);
}
