import { defaultRegistry } from '../../metadata';
import { type DeclaredAt, type MemberDecorator, memberDecorator } from './marks';
import type { SecuredMethod } from './secure';

export interface PublicOptions {
  /** The HTTP method that is open; every method when absent. */
  readonly method?: SecuredMethod;
}

/** A `@Public` of one element. */
export interface PublicEntry extends PublicOptions {
  readonly at: DeclaredAt;
}

export const PUBLIC = Symbol('@Public');

/**
 * Says that routes are open on purpose: on an aggregate root, a collection or the method of an action, for the routes of
 * that element alone. A write route with neither this nor a permission is warned about, and stops the start in strict
 * mode; where `security.authenticate` is `always`, such a
 * route still needs no credentials.
 *
 * @example `@Public({ method: 'POST' })`
 */
export function Public({ method }: PublicOptions = {}): MemberDecorator {
  return memberDecorator((type, member, at) =>
    defaultRegistry.annotate(type, PUBLIC, { method, at } satisfies PublicEntry, member),
  );
}
