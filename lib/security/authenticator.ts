import type { Request } from '../core';

/** Who an authenticator has found, before it is decided what they may do. */
export interface Identity {
  readonly name: string;
  /** Without any when absent. */
  readonly roles?: readonly string[];
  /** Beside those that come with the roles. */
  readonly permissions?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** One way for clients to say who they are. */
export interface Authenticator {
  /** For `WWW-Authenticate`: `Basic realm="orders"`. */
  readonly challenge: string;
  /**
   * Reads the real headers alone: no parameter can pose as credentials.
   *
   * @returns undefined when the request has no credentials of this kind: then the next authenticator is asked
   * @throws UnauthorizedException when it has, and they are wrong
   */
  authenticate(request: Request): Promise<Identity | undefined> | Identity | undefined;
}

/**
 * The credentials behind the scheme in the header `Authorization`, the only place where they are looked for.
 *
 * @returns undefined when there are none, or those of another scheme; what is malformed is for the scheme to refuse
 */
export function credentialsOf({ headers }: Request, scheme: 'Basic' | 'Bearer'): string | undefined {
  const authorization = headers.authorization ?? '';
  const [name = ''] = authorization.split(' ', 1);
  return name.toLowerCase() === scheme.toLowerCase() ? authorization.slice(name.length).replace(/^ +/, '') : undefined;
}
