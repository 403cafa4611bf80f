import { createHmac, randomBytes } from 'node:crypto';
import type { Identity } from '../authenticator';
import type { PasswordHasher } from './bcrypt';
import { LoginThrottle } from './login-throttle';
import type { StoredUser, UserStore } from './user-store';

/** bcrypt is slow on purpose: a verified password is cached for a minute, so that not every request has to wait. */
const CACHED_MS = 60_000;
const MAX_CACHED = 1000;

/** Authenticates users by name and password. */
export class PasswordLogin {
  /** The time at which a verified login expires, by a keyed digest of name, hash and password. */
  readonly #verified = new Map<string, number>();
  readonly #key = randomBytes(32);

  constructor(
    private readonly users: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly throttle = new LoginThrottle(),
  ) {}

  /**
   * @param address the client's address
   * @returns undefined when the name or the password is wrong, after the same time
   * @throws TooManyRequestsException after too many failures; never for a cached login
   */
  async identify(name: string, password: string, address: string): Promise<Identity | undefined> {
    const user = await this.users.find(name);
    const proof = this.#proof(name, user?.passwordHash ?? '', password);
    const isVerified =
      this.#isCached(proof) || (await this.throttle.attempt(address, name, () => this.#verify(user, password, proof)));
    return isVerified && user ? { name, roles: user.roles, permissions: user.permissions } : undefined;
  }

  /** @returns undefined when the password is wrong */
  async #verify(user: StoredUser | undefined, password: string, proof: string): Promise<true | undefined> {
    // An equal attempt may have been verified while this one waited.
    if (this.#isCached(proof)) return true;
    if (!(await this.hasher.verify(password, user?.passwordHash))) return undefined;
    this.#cache(proof);
    return true;
  }

  #proof(...parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64');
  }

  #isCached(proof: string): boolean {
    return (this.#verified.get(proof) ?? 0) > Date.now();
  }

  /** Evicts the oldest entry, which is the first of the map. */
  #cache(proof: string): void {
    this.#verified.delete(proof);
    this.#verified.set(proof, Date.now() + CACHED_MS);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > MAX_CACHED && oldest !== undefined) this.#verified.delete(oldest);
  }
}
