import type { Principal } from '../core';
import type { Identity } from './authenticator';

/** Returns the permissions of roles. */
export type PermissionsOfRoles = (
  roles: readonly string[],
  identity: Identity,
) => Iterable<string> | Promise<Iterable<string>>;

/**
 * Decides what principals may do. Subclasses may compare differently, for example by patterns such as `orders.*`.
 *
 * @see Specification, "Authentication": Authorizer.PERMISSIONS
 */
export class Authorizer {
  /** The route attribute with the required permissions: names separated by commas. */
  static readonly PERMISSIONS = 'koaggregate.permissions';
  /** The route attribute that marks a route as public on purpose. */
  static readonly PUBLIC = 'koaggregate.public';
  /**
   * The route attribute of a batch, which checks the permissions of each step and requires none itself.
   *
   * @internal
   */
  static readonly PER_STEP = 'koaggregate.permissionsPerStep';
  /**
   * The route attribute of a write whose permissions are only those for reading.
   *
   * @internal
   */
  static readonly READING_ALONE = 'koaggregate.readingAlone';
  /** The permission of every authenticated principal. */
  static readonly AUTHENTICATED = 'authenticated';

  readonly #permissionsOf: PermissionsOfRoles;

  /**
   * @param permissionsOf a table by role, or a function; roles have no permissions when absent
   * @param store         further permissions by role
   */
  constructor(
    permissionsOf: PermissionsOfRoles | Readonly<Record<string, readonly string[]>> = {},
    private readonly store?: RoleStore,
  ) {
    this.#permissionsOf = typeof permissionsOf === 'function' ? permissionsOf : fromTable(permissionsOf);
  }

  /** Called once per request. */
  async principalOf(identity: Identity): Promise<Principal> {
    const { name, roles = [], permissions = [], claims = {} } = identity;
    const granted = await this.#permissionsOf(roles, identity);
    const stored = (await this.store?.permissionsOf(roles)) ?? [];
    const all = new Set([...permissions, ...granted, ...stored, Authorizer.AUTHENTICATED]);
    return { name, roles, claims, permissions: all };
  }

  /** Whether the principal has all of the permissions. */
  isPermitted({ permissions }: Principal, required: readonly string[]): boolean {
    return required.every((permission) => permissions.has(permission));
  }
}

function fromTable(table: Readonly<Record<string, readonly string[]>>): PermissionsOfRoles {
  return (roles) => roles.flatMap((role) => (Object.hasOwn(table, role) ? table[role]! : []));
}

/** A store of permissions by role, in addition to those of the configuration. */
export interface RoleStore {
  /** The permissions of all the roles together; unknown roles have none. */
  permissionsOf(roles: readonly string[]): Promise<readonly string[]> | readonly string[];
}
