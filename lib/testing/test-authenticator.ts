import { randomUUID } from 'node:crypto';
import type { Request } from '../core';
import type { Authenticator, Identity } from '../security';

/** The request header with the token of a test principal. */
export const PRINCIPAL_HEADER = 'x-koaggregate-test-principal';

/** Authenticates the principals of a test by tokens that only this process knows. */
export class TestAuthenticator implements Authenticator {
  readonly challenge = 'Test';
  readonly #identities = new Map<string, Identity>();

  /** @returns the token of the principal, for the header */
  add(identity: Identity): string {
    const token = randomUUID();
    this.#identities.set(token, identity);
    return token;
  }

  authenticate({ headers }: Request): Identity | undefined {
    const token = headers[PRINCIPAL_HEADER];
    return typeof token === 'string' ? this.#identities.get(token) : undefined;
  }
}
