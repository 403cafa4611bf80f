import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Joi from 'joi';
import { type Request, ServiceUnavailableException } from '../core';
import { isObject, loadPackage } from '../foundation';
import { type Authenticator, credentialsOf, type Identity } from './authenticator';
import { libraryMissing, SecurityError } from './errors';
import { unauthorized } from './rights';

/** The section `security.jwt`; its presence turns bearer tokens on. Exactly one of the four keys is required. */
export interface JwtSection {
  /** The required `iss` of a token. */
  readonly issuer: string;
  /** The required `aud` of a token, or one of several. */
  readonly audience: string | readonly string[];
  /** The accepted algorithms, such as `RS256`. */
  readonly algorithms: readonly string[];
  /** The URL of the issuer's public keys. */
  readonly jwksUrl?: string;
  /** PEM. */
  readonly publicKey?: string;
  readonly publicKeyFile?: string;
  /** Shared with the issuer, for algorithms that begin with HS. */
  readonly secret?: string;
  /** The tolerated difference between the clocks of issuer and server, in seconds. */
  readonly clockSkewS?: number;
  /** The claim with the name; `sub` when absent. */
  readonly nameClaim?: string;
  /** The claim with the roles, a list or names separated by spaces; `roles` when absent. Dots lead into objects. */
  readonly rolesClaim?: string;
  /** The claim with permissions; without it, only the roles have permissions. */
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
  readonly challenge = 'Bearer';
  readonly #jose: Jose;
  readonly #key: unknown;

  /**
   * @param projectRoot the base of a relative `publicKeyFile`
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
    const permissions = permissionsClaim ? namesInClaim(claimAt(claims, permissionsClaim)) : [];
    return { name, roles: namesInClaim(claimAt(claims, rolesClaim)), permissions, claims };
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
  return name === 'TypeError' && message === 'fetch failed';
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

/**
 * Checks options from code like those of a configuration: an empty list of algorithms must not mean all, and a public
 * key must never be used as a shared secret.
 */
function verifyOptions(section: JwtSection): void {
  const { error } = jwtSection.validate(section, { convert: false });
  if (error) throw new SecurityError('JWT_OPTIONS_INVALID', error.message);
  verifyAlgorithms(section, (algorithm) => algorithm.startsWith('HS') === (section.secret !== undefined));
}

function keyOf(section: JwtSection, projectRoot: string): KeyObject {
  const key = readKey(section, projectRoot);
  const keyType = key.asymmetricKeyType ?? key.type;
  verifyAlgorithms(section, (algorithm) => (KEY_TYPES[algorithm.slice(0, 2)] ?? []).includes(keyType));
  return key;
}

/** The types of keys, by the first two letters of the algorithm. */
const KEY_TYPES: Readonly<Record<string, readonly string[]>> = {
  HS: ['secret'],
  RS: ['rsa'],
  PS: ['rsa', 'rsa-pss'],
  ES: ['ec'],
  Ed: ['ed25519'],
};

/** @throws SecurityError JWT_KEY_UNUSABLE for an algorithm that the key does not fit */
function verifyAlgorithms({ algorithms }: JwtSection, fitsKey: (algorithm: string) => boolean): void {
  const misfit = algorithms.find((algorithm) => !fitsKey(algorithm));
  if (misfit) throw new SecurityError('JWT_KEY_UNUSABLE', `it does not fit the algorithm ${misfit}`);
}

function readKey({ secret, publicKey, publicKeyFile }: JwtSection, projectRoot: string): KeyObject {
  try {
    if (secret !== undefined) return createSecretKey(secret, 'utf8');
    return createPublicKey(publicKey ?? readFileSync(resolve(projectRoot, publicKeyFile!), 'utf8'));
  } catch (error) {
    throw new SecurityError('JWT_KEY_UNUSABLE', (error as Error).message);
  }
}
