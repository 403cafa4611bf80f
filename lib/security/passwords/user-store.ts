/** A user as a store keeps it. */
export interface StoredUser {
  /** As bcrypt makes it: `$2b$10$…`. */
  readonly passwordHash: string;
  readonly roles?: readonly string[];
  /** Beside those that come with the roles. */
  readonly permissions?: readonly string[];
}

/** Where users with passwords are kept. */
export interface UserStore {
  find(name: string): Promise<StoredUser | undefined> | StoredUser | undefined;
}

/** Users that a configuration names. */
export class ConfiguredUsers implements UserStore {
  readonly #users: ReadonlyMap<string, StoredUser>;

  constructor(users: Readonly<Record<string, StoredUser>>) {
    this.#users = new Map(Object.entries(users));
  }

  find(name: string): StoredUser | undefined {
    return this.#users.get(name);
  }
}
