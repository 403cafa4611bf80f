import type { Request } from '../core';
import type { OptionKinds } from '../foundation';

/** The authenticated sender of a request, before authorization. */
export interface Identity {
  readonly name: string;
  /** Who has given the name: the issuer of a token, the realm of a password. Names of several issuers are different senders. */
  readonly issuer?: string;
  /** What the issuer calls the sender if the name may change; the name when absent. */
  readonly subject?: string;
  /** None when absent. */
  readonly roles?: readonly string[];
  /** In addition to those of the roles. */
  readonly permissions?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

export const IDENTITY_OPTIONS = {
  name: 'name',
  issuer: 'name',
  subject: 'name',
  roles: 'names',
  permissions: 'names',
  claims: 'options',
} satisfies OptionKinds<Identity>;

/** One way of authenticating requests, such as HTTP Basic or bearer tokens. */
export interface Authenticator {
  /** Tells its senders apart from those of other authenticators, such as `api-keys`; the name of the class when absent. */
  readonly name?: string;
  /** For `WWW-Authenticate`: `Basic realm="orders"`. */
  readonly challenge: string;
  /**
   * Whether browsers send these credentials by themselves, as they send cookies: a write from a page of another origin
   * is then 403 (CSRF).
   */
  readonly usesCookies?: boolean;
  /**
   * Reads `headers` only: parameters must not count as credentials.
   *
   * @returns undefined when the request has no credentials of this kind; the next authenticator is tried
   * @throws UnauthorizedException for wrong credentials
   */
  authenticate(request: Request): Promise<Identity | undefined> | Identity | undefined;
}

/**
 * The credentials in the header `Authorization`, unchecked.
 *
 * @returns undefined when the header is missing or names another scheme
 */
export function credentialsOf({ headers }: Request, scheme: 'Basic' | 'Bearer'): string | undefined {
  const authorization = headers.authorization ?? '';
  const [name = ''] = authorization.split(' ', 1);
  return name.toLowerCase() === scheme.toLowerCase() ? authorization.slice(name.length).replace(/^ +/, '') : undefined;
}
