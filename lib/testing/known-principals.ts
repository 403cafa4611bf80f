import { randomUUID } from 'node:crypto';
import type { Request } from '../core';
import type { Authenticator, Identity } from '../security';

/** Names a principal of the tests by a token that only this process knows. */
export const PRINCIPAL_HEADER = 'x-koaggregate-test-principal';

/** Lets a test be whomever it wants to be, without a password; nobody else can use it. */
export class KnownPrincipals implements Authenticator {
  readonly challenge = 'Test';
  readonly #known = new Map<string, Identity>();

  /** @returns the token for the header */
  add(identity: Identity): string {
    const token = randomUUID();
    this.#known.set(token, identity);
    return token;
  }

  authenticate({ headers }: Request): Identity | undefined {
    const token = headers[PRINCIPAL_HEADER];
    return typeof token === 'string' ? this.#known.get(token) : undefined;
  }
}
