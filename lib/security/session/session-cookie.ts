import type { Request, Response } from '../../core';
import type { SessionSection } from './session-section';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name or address means this very machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * The cookie that holds the id of a session: for the server alone (`HttpOnly`), not sent along by other sites
 * (`SameSite=Lax`), and over https alone, but for plain http on this very machine.
 *
 * @see RFC 6265bis, "Cookie Name Prefixes"
 */
export class SessionCookie {
  readonly #name: string;
  readonly #isAlwaysSecure: boolean;

  /** @param path  where the application is mounted; empty at the root */
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

  /** A browser takes a cookie with this prefix from us alone: no other host of the domain can plant one. */
  #nameFor(request: Request): string {
    return this.#isSecure(request) && this.path === '' ? `__Host-${this.#name}` : this.#name;
  }
}
