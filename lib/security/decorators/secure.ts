import { checkOptions, type OptionKinds } from '../../foundation';
import { defaultRegistry } from '../../metadata';
import { SecurityError } from '../errors';
import { type DeclaredAt, type MemberDecorator, memberDecorator } from './marks';

/** The HTTP methods of entries; PATCH follows PUT, and HEAD follows GET. */
export type SecuredMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies SecuredMethod[];

export interface SecureOptions {
  /** The HTTP method of the entry; every method when absent. */
  readonly method?: SecuredMethod;
  /** All of them are required. */
  readonly permissions: readonly string[];
}

const OPTIONS = { method: 'any', permissions: 'names' } satisfies OptionKinds<SecureOptions>;

/** One `@Secure` on an element. */
export interface SecureEntry extends SecureOptions {
  readonly at: DeclaredAt;
}

export const SECURE = Symbol('@Secure');

/**
 * Requires permissions for an HTTP method: on an aggregate root for its own routes, on a collection for those of the
 * collection, on the method of an action for the action.
 *
 * On a column, GET covers every way of reading it, POST and PUT cover writing it. Several entries add up. The entries
 * of a class also apply where it is reached through a collection or a reference. A write of a child without an entry for
 * its method, on the collection or on its class, requires those for PUT of the root.
 *
 * @example `@Secure({ method: 'POST', permissions: ['orders.create'] })`
 * @throws SecurityError SECURE_METHOD_UNKNOWN, SECURE_WITHOUT_PERMISSIONS
 * @see Specification, "Authentication"
 */
export function Secure(options: SecureOptions): MemberDecorator {
  return SecureMultiple([options]);
}

/**
 * Several {@link Secure} entries on one element.
 *
 * @example `@SecureMultiple([{ method: 'POST', permissions: ['create'] }, { method: 'PUT', permissions: ['update'] }])`
 * @see Specification, "Authentication"
 */
export function SecureMultiple(entries: readonly SecureOptions[]): MemberDecorator {
  return memberDecorator((type, member, at) => {
    checkOptions({ entries }, { entries: 'list' }, `@SecureMultiple on ${at}`);
    for (const entry of entries) {
      checkOptions(entry, OPTIONS, `@Secure on ${at}`);
      const { method, permissions = [] } = entry ?? {};
      verify(at, method, permissions);
      defaultRegistry.annotate(
        type,
        SECURE,
        { method, permissions: [...permissions], at } satisfies SecureEntry,
        member,
      );
    }
  });
}

function verify(at: DeclaredAt, method: string | undefined, permissions: readonly string[]): void {
  if (method !== undefined && !METHODS.includes(method)) throw new SecurityError('SECURE_METHOD_UNKNOWN', at, method);
  if (permissions.length > 0 && permissions.every((name) => /^[^\s,]+$/.test(name))) return;
  throw new SecurityError('SECURE_WITHOUT_PERMISSIONS', at, JSON.stringify(permissions));
}
