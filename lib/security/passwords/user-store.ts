/** A user as stored. */
export interface StoredUser {
  /** A bcrypt hash: `$2b$10$…`. */
  readonly passwordHash: string;
  readonly roles?: readonly string[];
  /** In addition to those of the roles. */
  readonly permissions?: readonly string[];
}

/** A store of users with passwords. */
export interface UserStore {
  find(name: string): Promise<StoredUser | undefined> | StoredUser | undefined;
}

/** The users of a configuration. */
export class ConfiguredUsers implements UserStore {
  readonly #users: ReadonlyMap<string, StoredUser>;

  constructor(users: Readonly<Record<string, StoredUser>>) {
    this.#users = new Map(Object.entries(users));
  }

  find(name: string): StoredUser | undefined {
    return this.#users.get(name);
  }
}
