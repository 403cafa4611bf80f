import { createHash, randomBytes } from 'node:crypto';
import type { StoredUser, UserStore } from '../passwords/user-store';
import type { SessionSection } from './session-section';
import type { SessionStore } from './session-store';

const IDLE_TIMEOUT_S = 1800;
const ABSOLUTE_TIMEOUT_S = 43_200;
/** The last use is stored at most this often, so that not every request writes. */
const TOUCH_INTERVAL_MS = 60_000;
const SWEEP_INTERVAL_MS = 60_000;

/** A valid session, with the user as stored now. */
export interface ActiveSession {
  readonly name: string;
  readonly user: StoredUser;
}

/**
 * Begins, finds and ends sessions. Ids are 256 random bits. A session ends when it is idle or too old, when its user is
 * removed, and when the user's password changes.
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

  /** @returns the id, which is not stored: only the client has it */
  async begin(name: string): Promise<string> {
    const user = await this.users.find(name);
    const id = randomBytes(32).toString('base64url');
    const nowMs = this.now();
    const session = { name, passwordDigest: digest(user?.passwordHash ?? ''), createdAtMs: nowMs, usedAtMs: nowMs };
    await this.#sweep(nowMs);
    await this.store.create(digest(id), session);
    return id;
  }

  /** @returns undefined for an unknown or expired id */
  async find(id: string): Promise<ActiveSession | undefined> {
    const key = digest(id);
    const session = await this.store.find(key);
    if (!session) return undefined;
    const { name, passwordDigest, createdAtMs, usedAtMs } = session;
    const nowMs = this.now();
    const user = await this.users.find(name);
    const isExpired = nowMs - createdAtMs >= this.#absoluteMs || nowMs - usedAtMs >= this.#idleMs;
    if (!user || isExpired || digest(user.passwordHash) !== passwordDigest) {
      await this.store.remove(key);
      return undefined;
    }
    if (nowMs - usedAtMs >= Math.min(TOUCH_INTERVAL_MS, this.#idleMs / 10)) await this.store.touch(key, nowMs);
    return { name, user };
  }

  end(id: string): Promise<void> {
    return this.store.remove(digest(id));
  }

  /** Deletes sessions that have expired without being used again. */
  async #sweep(nowMs: number): Promise<void> {
    if (nowMs - this.#sweptAtMs < SWEEP_INTERVAL_MS) return;
    this.#sweptAtMs = nowMs;
    await this.store.removeExpired(nowMs - this.#absoluteMs, nowMs - this.#idleMs);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
