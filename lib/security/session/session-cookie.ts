import type { Request, Response } from '../../core';
import { isLoopback } from '../network';
import type { SessionSection } from './session-section';

/**
 * The cookie with the id of a session: `HttpOnly`, `SameSite=Lax`, and `Secure` except for plain http on this machine.
 *
 * @see RFC 6265bis, "Cookie Name Prefixes"
 */
export class SessionCookie {
  readonly #name: string;
  readonly #isAlwaysSecure: boolean;

  /** @param path the mount path of the application; empty at the root */
  constructor(
    { cookie = 'session', secure = 'auto' }: SessionSection,
    private readonly path: string,
  ) {
    this.#name = cookie;
    this.#isAlwaysSecure = secure === 'always';
  }

  read(request: Request): string | undefined {
    return request.getCookie(this.#nameFor(request));
  }

  set(request: Request, response: Response, id: string): void {
    response.setCookie(this.#nameFor(request), id, this.#options(request));
  }

  clear(request: Request, response: Response): void {
    response.setCookie(this.#nameFor(request), '', { ...this.#options(request), maxAgeMs: 0 });
  }

  #options(request: Request) {
    return { path: this.path || '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure(request) } as const;
  }

  #isSecure(request: Request): boolean {
    return this.#isAlwaysSecure || request.secure || !isLoopback(new URL(request.origin).hostname);
  }

  /** With the prefix `__Host-`, no other host of the domain can set the cookie. */
  #nameFor(request: Request): string {
    return this.#isSecure(request) && this.path === '' ? `__Host-${this.#name}` : this.#name;
  }
}
