import { createHash, randomBytes } from 'node:crypto';
import type { StoredUser, UserStore } from '../passwords/user-store';
import type { SessionSection } from './session-section';
import type { SessionStore } from './session-store';

const IDLE_TIMEOUT_S = 1800;
const ABSOLUTE_TIMEOUT_S = 43_200;
/** A use is noted at most this often: a session is read at every request, and need not be written at each. */
const TOUCH_AT_MOST_MS = 60_000;
const SWEEP_EVERY_MS = 60_000;

/** A session that is in force, and its user as the store has them now. */
export interface ActiveSession {
  readonly name: string;
  readonly user: StoredUser;
}

/**
 * Begins, finds and ends sessions. Ids are made here, of 256 random bits; a session ends by disuse, by age, with its user,
 * and when the password of its user changes.
 *
 * @see OWASP Session Management Cheat Sheet
 */
export class Sessions {
  readonly #idleMs: number;
  readonly #absoluteMs: number;
  #sweptAtMs = 0;

  constructor(
    private readonly store: SessionStore,
    private readonly users: UserStore,
    { idleTimeoutS = IDLE_TIMEOUT_S, absoluteTimeoutS = ABSOLUTE_TIMEOUT_S }: SessionSection = {},
    private readonly now: () => number = Date.now,
  ) {
    this.#idleMs = idleTimeoutS * 1000;
    this.#absoluteMs = absoluteTimeoutS * 1000;
  }

  /** @returns the id, which is known to the client alone */
  async begin(name: string): Promise<string> {
    const user = await this.users.find(name);
    const id = randomBytes(32).toString('base64url');
    const at = this.now();
    const session = { name, proof: digest(user?.passwordHash ?? ''), createdAtMs: at, usedAtMs: at };
    await this.#sweep(at);
    await this.store.create(digest(id), session);
    return id;
  }

  /** @returns undefined for an id that is unknown, made up or out of date */
  async find(id: string): Promise<ActiveSession | undefined> {
    const key = digest(id);
    const session = await this.store.find(key);
    if (!session) return undefined;
    const { name, proof, createdAtMs, usedAtMs } = session;
    const at = this.now();
    const user = await this.users.find(name);
    const isInTime = at - createdAtMs < this.#absoluteMs && at - usedAtMs < this.#idleMs;
    if (!user || !isInTime || digest(user.passwordHash) !== proof) {
      await this.store.remove(key);
      return undefined;
    }
    if (at - usedAtMs >= Math.min(TOUCH_AT_MOST_MS, this.#idleMs / 10)) await this.store.touch(key, at);
    return { name, user };
  }

  end(id: string): Promise<void> {
    return this.store.remove(digest(id));
  }

  /** Deletes expired sessions, which would stay for ever otherwise. */
  async #sweep(at: number): Promise<void> {
    if (at - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = at;
    await this.store.removeExpired(at - this.#absoluteMs, at - this.#idleMs);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
