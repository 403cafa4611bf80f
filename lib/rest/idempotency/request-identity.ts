import { createHash } from 'node:crypto';
import type { Request } from '../../core';

/** A digest of a key and its owner: each principal has its own keys; unauthenticated requests share theirs. */
export function ownedKey(application: string, { principal }: Request, key: string): string {
  return digest(JSON.stringify([application, principal?.name ?? null, key]));
}

/**
 * A digest of method, path, query, content type and body: equal for repeats of a request. `Accept` and `Prefer` are not
 * part of it.
 */
export function fingerprintOf({ method, originalPath, query, headers }: Request, bytes: Uint8Array): string {
  return digest(JSON.stringify([method, originalPath, query, headers['content-type'] ?? null]), bytes);
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
