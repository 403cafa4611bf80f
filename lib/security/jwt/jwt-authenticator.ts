import { type Request, ServiceUnavailableException } from '../../core';
import { isObject, loadPackage } from '../../foundation';
import { type Authenticator, credentialsOf, type Identity } from '../authenticator';
import { libraryMissing } from '../errors';
import { unauthorized } from '../rights';
import { keyOf, verifyOptions } from './jwt-key';
import type { JwtSection } from './jwt-section';

/** The used part of jose. */
interface Jose {
  jwtVerify(token: string, key: unknown, options: object): Promise<{ readonly payload: Claims }>;
  createRemoteJWKSet(url: URL, options: object): unknown;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Bearer tokens: JWTs with the configured key, algorithms, issuer and audience. A token without an expiry is rejected.
 *
 * @see RFC 6750, RFC 7519, RFC 8725
 */
export class JwtAuthenticator implements Authenticator {
  readonly name = 'jwt';
  readonly challenge = 'Bearer';
  readonly #jose: Jose;
  readonly #key: unknown;

  /**
   * @param projectRoot the base of a relative `publicKeyFile`
   * @throws SecurityError JWKS_OVER_HTTP, JWT_KEY_UNUSABLE, JWT_OPTIONS_INVALID, LIBRARY_MISSING
   */
  constructor(
    private readonly section: JwtSection,
    projectRoot = process.cwd(),
  ) {
    verifyOptions(section);
    this.#jose = loadPackage('jose', projectRoot, libraryMissing('security.jwt', 'jose')) as Jose;
    this.#key = section.jwksUrl
      ? this.#jose.createRemoteJWKSet(new URL(section.jwksUrl), { timeoutDuration: 3000, cooldownDuration: 30_000 })
      : keyOf(section, projectRoot);
  }

  async authenticate(request: Request): Promise<Identity | undefined> {
    const token = credentialsOf(request, 'Bearer');
    return token === undefined ? undefined : this.#identityIn(await this.#verified(token));
  }

  async #verified(token: string): Promise<Claims> {
    const { issuer, audience, algorithms, clockSkewS = 0 } = this.section;
    const options = { issuer, audience, algorithms, clockTolerance: clockSkewS, requiredClaims: ['exp'] };
    try {
      return (await this.#jose.jwtVerify(token, this.#key, options)).payload;
    } catch (error) {
      if (isUnreachable(error)) throw unreachable(error);
      throw invalid();
    }
  }

  #identityIn(claims: Claims): Identity {
    const { nameClaim = 'sub', rolesClaim = 'roles', permissionsClaim } = this.section;
    const name = claimAt(claims, nameClaim);
    if (typeof name !== 'string' || name === '') throw invalid();
    const permissions = permissionsClaim ? namesInClaim(claimAt(claims, permissionsClaim)) : [];
    // The issuer of a verified token is the configured one.
    const { issuer } = this.section;
    const subject = typeof claims.sub === 'string' && claims.sub !== '' ? claims.sub : undefined;
    return { name, issuer, subject, roles: namesInClaim(claimAt(claims, rolesClaim)), permissions, claims };
  }
}

/** Does not say why the token is invalid, which would help an attacker. */
function invalid(): Error {
  return unauthorized('The bearer token is not valid.', 'Bearer error="invalid_token"');
}

function unreachable(cause: unknown): Error {
  const detail = 'The keys of the token issuer cannot be fetched right now: try again.';
  return new ServiceUnavailableException(detail, { headers: { 'Retry-After': '5' }, cause });
}

/** Whether fetching the keys failed, or returned no key set: the token itself may be valid. */
function isUnreachable(error: unknown): boolean {
  const {
    code,
    name,
    message = '',
  } = error as { readonly code?: string; readonly name?: string; readonly message?: string };
  if (code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JWKS_INVALID') return true;
  if (code === 'ERR_JOSE_GENERIC') return /JSON Web Key Set|HTTP response/i.test(message);
  // Before version 6, jose sends requests by node:https, whose errors have codes such as ECONNREFUSED.
  const isOfNode = code !== undefined && !code.startsWith('ERR_');
  return isOfNode || (name === 'TypeError' && message === 'fetch failed');
}

/** Some issuers have dots in claim names (`https://shop.example/roles`), others nest claims (`realm_access.roles`). */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((at, name) => (isOwn(at, name) ? at[name] : undefined), claims);
}

function isOwn(value: unknown, name: string): value is Claims {
  return isObject(value) && Object.hasOwn(value, name);
}

/** The names in a claim: a list, or text separated by spaces such as `read write`. */
function namesInClaim(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((name) => name !== '');
  if (!Array.isArray(claim)) return [];
  return claim.filter((name): name is string => typeof name === 'string' && name !== '');
}
