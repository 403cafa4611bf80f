import type { Principal } from '../core';
import type { Identity } from './authenticator';

/** The permissions that come with roles. */
export type PermissionsOfRoles = (
  roles: readonly string[],
  identity: Identity,
) => Iterable<string> | Promise<Iterable<string>>;

/**
 * Decides what principals may do. A subclass may decide otherwise, as by patterns: `orders.*`.
 *
 * @see Specification, "Authentication": Authorizer.PERMISSIONS
 */
export class Authorizer {
  /** The attribute of a route that holds the permissions that it needs: names with commas between. */
  static readonly PERMISSIONS = 'permissions';
  /** The attribute of a route that is open on purpose. */
  static readonly PUBLIC = 'public';
  /** The attribute of a route that asks for the permissions of what it is told to do, part by part, and needs none itself. */
  static readonly IN_PARTS = 'permissionsInParts';
  /** The permission that every principal has. */
  static readonly AUTHENTICATED = 'authenticated';

  readonly #permissionsOf: PermissionsOfRoles;

  /**
   * @param permissionsOf a table by role, or a function; without it, roles bring no permissions
   * @param store         what roles bring beside that
   */
  constructor(
    permissionsOf: PermissionsOfRoles | Readonly<Record<string, readonly string[]>> = {},
    private readonly store?: RoleStore,
  ) {
    this.#permissionsOf = typeof permissionsOf === 'function' ? permissionsOf : fromTable(permissionsOf);
  }

  /** Once for each request, before anything is decided. */
  async principalOf(identity: Identity): Promise<Principal> {
    const { name, roles = [], permissions = [], claims = {} } = identity;
    const granted = await this.#permissionsOf(roles, identity);
    const stored = (await this.store?.permissionsOf(roles)) ?? [];
    const all = new Set([...permissions, ...granted, ...stored, Authorizer.AUTHENTICATED]);
    return { name, roles, claims, permissions: all };
  }

  /** Whether the principal has all of the permissions. */
  isPermitted({ permissions }: Principal, needed: readonly string[]): boolean {
    return needed.every((permission) => permissions.has(permission));
  }
}

function fromTable(table: Readonly<Record<string, readonly string[]>>): PermissionsOfRoles {
  return (roles) => roles.flatMap((role) => (Object.hasOwn(table, role) ? table[role]! : []));
}

/** Where the permissions of roles are kept, beside those of the configuration. */
export interface RoleStore {
  /** Of all the roles together; roles that are unknown have none. */
  permissionsOf(roles: readonly string[]): Promise<readonly string[]> | readonly string[];
}
