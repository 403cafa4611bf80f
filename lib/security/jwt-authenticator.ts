import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Joi from 'joi';
import { type Request, ServiceUnavailableException } from '../core';
import { isObject, loadPackage } from '../foundation';
import { type Authenticator, credentialsOf, type Identity } from './authenticator';
import { libraryMissing, SecurityError } from './errors';
import { unauthorized } from './rights';

/** The section `security.jwt`; that it is there turns the mechanism on. One of the four keys is given. */
export interface JwtSection {
  /** The `iss` that a token must have. */
  readonly issuer: string;
  /** The `aud` that a token must have; one of several. */
  readonly audience: string | readonly string[];
  /** The only ones that are accepted: `RS256`. */
  readonly algorithms: readonly string[];
  /** Where the issuer publishes its public keys. */
  readonly jwksUrl?: string;
  /** In PEM. */
  readonly publicKey?: string;
  readonly publicKeyFile?: string;
  /** Shared with the issuer, for algorithms that begin with HS. */
  readonly secret?: string;
  /** How far the clocks of issuer and server may be apart, in seconds. */
  readonly clockSkewS?: number;
  /** The claim that holds the name; `sub` when absent. */
  readonly nameClaim?: string;
  /** The claim that holds the roles, as a list or as words with blanks between; `roles` when absent. Dots lead inside. */
  readonly rolesClaim?: string;
  /** The claim that holds permissions; without it, they come with the roles alone. */
  readonly permissionsClaim?: string;
}

const KEYS = ['jwksUrl', 'publicKey', 'publicKeyFile', 'secret'] as const;
const claim = Joi.string();

export const jwtSection = Joi.object({
  issuer: Joi.string().required(),
  audience: Joi.alternatives(Joi.string(), Joi.array().items(Joi.string()).min(1)).required(),
  algorithms: Joi.array()
    .items(Joi.string().pattern(/^(HS|RS|PS|ES)(256|384|512)$|^EdDSA$/, 'an algorithm that signs'))
    .min(1)
    .required(),
  jwksUrl: Joi.string().uri({ scheme: ['https', 'http'] }),
  publicKey: Joi.string(),
  publicKeyFile: Joi.string(),
  secret: Joi.string().min(32),
  clockSkewS: Joi.number().integer().min(0).max(300),
  nameClaim: claim,
  rolesClaim: claim,
  permissionsClaim: claim,
}).xor(...KEYS);

/** The part of jose that is used here. */
interface Jose {
  jwtVerify(token: string, key: unknown, options: object): Promise<{ readonly payload: Claims }>;
  createRemoteJWKSet(url: URL, options: object): unknown;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Bearer tokens that an issuer has signed, with the key, the algorithms, the issuer and the audience that are configured,
 * and none other. A token without an expiry is refused.
 *
 * @see RFC 6750, RFC 7519, RFC 8725
 */
export class JwtAuthenticator implements Authenticator {
  readonly challenge = 'Bearer';
  readonly #jose: Jose;
  readonly #key: unknown;

  /**
   * @param projectRoot what `publicKeyFile` is relative to
   * @throws SecurityError JWT_KEY_UNUSABLE, JWT_OPTIONS_INVALID, LIBRARY_MISSING
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
    const permissions = permissionsClaim ? namesIn(claimAt(claims, permissionsClaim)) : [];
    return { name, roles: namesIn(claimAt(claims, rolesClaim)), permissions, claims };
  }
}

/** Why a token is invalid is for its owner's issuer to say, not for whoever tries one. */
function invalid(): Error {
  return unauthorized('The bearer token is not valid.', 'Bearer error="invalid_token"');
}

function unreachable(cause: unknown): Error {
  const detail = 'The keys of the issuer cannot be reached right now: try again.';
  return new ServiceUnavailableException(detail, { headers: { 'Retry-After': '5' }, cause });
}

/** Errors of a fetch, or of a response that is no set of keys: the token is not at fault. */
function isUnreachable(error: unknown): boolean {
  const {
    code,
    name,
    message = '',
  } = error as { readonly code?: string; readonly name?: string; readonly message?: string };
  if (code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JWKS_INVALID') return true;
  if (code === 'ERR_JOSE_GENERIC') return /JSON Web Key Set|HTTP response/i.test(message);
  return name === 'TypeError' && message === 'fetch failed';
}

/** Some issuers have dots in names (`https://shop.example/roles`), others nest: `realm_access.roles`. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((at, name) => (isOwn(at, name) ? at[name] : undefined), claims);
}

function isOwn(value: unknown, name: string): value is Claims {
  return isObject(value) && Object.hasOwn(value, name);
}

/** As a list, or as words: `read write`. */
function namesIn(value: unknown): readonly string[] {
  const parts = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  return parts.filter((part): part is string => typeof part === 'string' && part !== '');
}

/**
 * Checks options given in code as a configuration is checked: an empty list of algorithms must not mean all. A
 * public key must never be taken for a shared secret, nor the other way round.
 */
function verifyOptions(section: JwtSection): void {
  const { error } = jwtSection.validate(section, { convert: false });
  if (error) throw new SecurityError('JWT_OPTIONS_INVALID', error.message);
  verifyKind(section, (algorithm) => algorithm.startsWith('HS') === (section.secret !== undefined));
}

function keyOf(section: JwtSection, projectRoot: string): KeyObject {
  const key = readKey(section, projectRoot);
  verifyKind(section, (algorithm) => (KINDS[algorithm.slice(0, 2)] ?? []).includes(key.asymmetricKeyType ?? key.type));
  return key;
}

/** By the first two letters of an algorithm. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  HS: ['secret'],
  RS: ['rsa'],
  PS: ['rsa', 'rsa-pss'],
  ES: ['ec'],
  Ed: ['ed25519'],
};

function verifyKind({ algorithms }: JwtSection, isFor: (algorithm: string) => boolean): void {
  const other = algorithms.find((algorithm) => !isFor(algorithm));
  if (other) throw new SecurityError('JWT_KEY_UNUSABLE', `it is no key for the algorithm ${other}`);
}

function readKey({ secret, publicKey, publicKeyFile }: JwtSection, projectRoot: string): KeyObject {
  try {
    if (secret !== undefined) return createSecretKey(secret, 'utf8');
    return createPublicKey(publicKey ?? readFileSync(resolve(projectRoot, publicKeyFile!), 'utf8'));
  } catch (error) {
    throw new SecurityError('JWT_KEY_UNUSABLE', (error as Error).message);
  }
}
