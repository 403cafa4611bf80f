/** A session as it is stored. */
export interface StoredSession {
  /** Of the user. */
  readonly name: string;
  /** A digest of the password hash that the user had at login: another password ends the session. */
  readonly proof: string;
  /** In milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

/** Where sessions are kept, each under a digest of its id: whoever reads the store can use none of them. */
export interface SessionStore {
  create(key: string, session: StoredSession): Promise<void>;
  find(key: string): Promise<StoredSession | undefined>;
  /** Notes that a session has been used; one that is gone stays gone. */
  touch(key: string, usedAtMs: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes those that were created, or last used, before. */
  removeExpired(createdBeforeMs: number, usedBeforeMs: number): Promise<void>;
}

/** Sessions of one process, which end with it. */
export class MemorySessions implements SessionStore {
  readonly #sessions = new Map<string, StoredSession>();

  async create(key: string, session: StoredSession): Promise<void> {
    this.#sessions.set(key, session);
  }

  async find(key: string): Promise<StoredSession | undefined> {
    return this.#sessions.get(key);
  }

  async touch(key: string, usedAtMs: number): Promise<void> {
    const session = this.#sessions.get(key);
    if (session) this.#sessions.set(key, { ...session, usedAtMs });
  }

  async remove(key: string): Promise<void> {
    this.#sessions.delete(key);
  }

  async removeExpired(createdBeforeMs: number, usedBeforeMs: number): Promise<void> {
    for (const [key, { createdAtMs, usedAtMs }] of this.#sessions) {
      if (createdAtMs < createdBeforeMs || usedAtMs < usedBeforeMs) this.#sessions.delete(key);
    }
  }
}
