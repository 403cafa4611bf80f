import Joi from 'joi';
import type { Request } from '../core';
import { type Authenticator, credentialsOf, type Identity } from './authenticator';
import type { PasswordLogin } from './passwords/password-login';
import { unauthorized } from './rights';
import { requireSameOrigin } from './session/same-origin';

/** The section `security.basic`; its presence turns HTTP Basic on. */
export interface BasicSection {
  readonly realm: string;
}

export const basicSection = Joi.object({
  realm: Joi.string()
    .pattern(/^[ !#-[\]-~]+$/, 'ASCII text without quotes and backslashes')
    .default('api'),
});

/**
 * HTTP Basic: name and password with each request. Use it over https only.
 *
 * A browser sends a password that it has once asked for with every request to this origin, so writes from pages of other
 * origins are rejected, as those with a session cookie are.
 *
 * @see RFC 7617
 */
export class BasicAuthenticator implements Authenticator {
  readonly name = 'basic';
  readonly challenge: string;
  readonly #realm: string;

  /** @param trusts whether another origin may send a password */
  constructor(
    private readonly login: Pick<PasswordLogin, 'identify'>,
    { realm }: BasicSection = { realm: 'api' },
    private readonly trusts: (origin: string) => boolean = () => false,
  ) {
    this.#realm = realm;
    this.challenge = `Basic realm="${realm}", charset="UTF-8"`;
  }

  /** @throws ForbiddenException for a write from a page of another origin */
  async authenticate(request: Request): Promise<Identity | undefined> {
    const encoded = credentialsOf(request, 'Basic');
    if (encoded === undefined) return undefined;
    requireSameOrigin(request, this.trusts, 'password');
    const credentials = decodeCredentials(encoded);
    const identity = credentials && (await this.login.identify(...credentials, request.clientAddress));
    if (!identity) throw unauthorized('Name or password is wrong.', this.challenge);
    return { ...identity, issuer: this.#realm };
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first colon separates: passwords may contain colons, names may not. */
function decodeCredentials(encoded: string): [name: string, password: string] | undefined {
  if (!BASE64.test(encoded)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
  } catch {
    return undefined;
  }
}
