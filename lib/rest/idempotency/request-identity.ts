import { createHash } from 'node:crypto';
import type { Request } from '../../core';

/** A digest of a key with whose it is: principals do not share keys, and those who say not who they are have one lot. */
export function ownedKey(application: string, { principal }: Request, key: string): string {
  return digest(JSON.stringify([application, principal?.name ?? null, key]));
}

/**
 * A digest of what a request asks for: method, path, query, and the body as it was received. What a client accepts or
 * prefers is no part of it.
 */
export function fingerprintOf({ method, originalPath, query, headers }: Request, bytes: Uint8Array): string {
  return digest(JSON.stringify([method, originalPath, query, headers['content-type'] ?? null]), bytes);
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
