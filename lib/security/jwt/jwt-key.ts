import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkOptions } from '../../foundation';
import { SecurityError } from '../errors';
import { isLoopback } from '../network';
import { JWT_OPTIONS, type JwtSection, jwtSection } from './jwt-section';

/**
 * Checks options from code like those of a configuration: an empty list of algorithms must not mean all, and a public
 * key must never be used as a shared secret.
 *
 * @throws OptionError, SecurityError JWKS_OVER_HTTP, JWT_KEY_UNUSABLE, JWT_OPTIONS_INVALID
 */
export function verifyOptions(section: JwtSection): void {
  checkOptions(section, JWT_OPTIONS, 'new JwtAuthenticator()');
  const { error } = jwtSection.validate(section, { convert: false });
  if (error) throw new SecurityError('JWT_OPTIONS_INVALID', error.message);
  if (section.jwksUrl !== undefined) verifyTransport(new URL(section.jwksUrl));
  verifyAlgorithms(section, (algorithm) => algorithm.startsWith('HS') === (section.secret !== undefined));
}

/** @throws SecurityError JWKS_OVER_HTTP, without user and password of the URL */
function verifyTransport({ protocol, hostname, origin, pathname }: URL): void {
  if (protocol === 'http:' && !isLoopback(hostname)) throw new SecurityError('JWKS_OVER_HTTP', origin + pathname);
}

/**
 * The configured key, if it fits all algorithms.
 *
 * @throws SecurityError JWT_KEY_UNUSABLE
 */
export function keyOf(section: JwtSection, projectRoot: string): KeyObject {
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
