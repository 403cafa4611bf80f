/** Where the permissions of roles are kept, beside those of the configuration. */
export interface RoleStore {
  /** Of all the roles together; roles that are unknown have none. */
  permissionsOf(roles: readonly string[]): Promise<readonly string[]> | readonly string[];
}
