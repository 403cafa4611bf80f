import { createHmac, randomBytes } from 'node:crypto';
import type { Identity } from '../authenticator';
import type { PasswordHasher } from './bcrypt';
import { LoginThrottle } from './login-throttle';
import type { StoredUser, UserStore } from './user-store';

/** A hash is slow on purpose: whoever has just shown the right password need not wait for it at each request. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_AT_MOST = 1000;

/** Tells who has a name and its password. */
export class PasswordLogin {
  /** Until when a combination of name, hash and password counts; what is kept tells none of the three. */
  readonly #verified = new Map<string, number>();
  readonly #key = randomBytes(32);

  constructor(
    private readonly users: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly throttle = new LoginThrottle(),
  ) {}

  /**
   * @param address where the attempt comes from
   * @returns undefined when the name or the password is wrong, after the same time
   * @throws TooManyRequestsException after too many wrong ones; not for who is remembered, whatever others try
   */
  async identify(name: string, password: string, address: string): Promise<Identity | undefined> {
    const user = await this.users.find(name);
    const proof = this.#proof(name, user?.passwordHash ?? '', password);
    const isRight =
      this.#isRemembered(proof) ||
      (await this.throttle.attempt(address, name, () => this.#verify(user, password, proof)));
    return isRight && user ? { name, roles: user.roles, permissions: user.permissions } : undefined;
  }

  /** @returns undefined when it is wrong */
  async #verify(user: StoredUser | undefined, password: string, proof: string): Promise<true | undefined> {
    // An attempt that has had to wait may find that the one ahead of it was the same.
    if (this.#isRemembered(proof)) return true;
    if (!(await this.hasher.verify(password, user?.passwordHash))) return undefined;
    this.#remember(proof);
    return true;
  }

  #proof(...parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64');
  }

  #isRemembered(proof: string): boolean {
    return (this.#verified.get(proof) ?? 0) > Date.now();
  }

  /** The oldest goes first: a map keeps the order of its entries. */
  #remember(proof: string): void {
    this.#verified.delete(proof);
    this.#verified.set(proof, Date.now() + REMEMBERED_MS);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > REMEMBERED_AT_MOST && oldest !== undefined) this.#verified.delete(oldest);
  }
}
