/** A session as it is stored. */
export interface StoredSession {
  /** The name of the user. */
  readonly name: string;
  /** A digest of the user's password hash at login: changing the password ends the session. */
  readonly passwordDigest: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

/** A store of sessions by a digest of their ids: reading the store does not give access to a session. */
export interface SessionStore {
  create(key: string, session: StoredSession): Promise<void>;
  find(key: string): Promise<StoredSession | undefined>;
  /** Sets the time of the last use; a removed session is not created again. */
  touch(key: string, usedAtMs: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes the sessions that were created, or last used, before the given times. */
  removeExpired(createdBeforeMs: number, usedBeforeMs: number): Promise<void>;
}

/** Keeps sessions in the memory of the process. */
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
