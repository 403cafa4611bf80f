import { createHash } from 'node:crypto';
import type { Request } from '../../core';
import { rightsOf, senderOf } from '../../security';

/**
 * A digest of the owner of keys: each sender of each application. Unauthenticated requests are one owner.
 *
 * The sender is the authenticator, the issuer or realm, and the subject: a refreshed token is the same sender, a user
 * with the name of the subject is not.
 */
export function ownerOf(application: string, request: Request): string {
  const { identified } = rightsOf(request);
  // A guard of the application may find principals, too.
  const subject = request.principal?.name ?? null;
  const sender = identified ? senderOf(identified) : { authenticator: null, issuer: null, subject };
  return digest(JSON.stringify([application, sender.authenticator, sender.issuer ?? null, sender.subject]));
}

/** A digest of a key and its owner. */
export function ownedKey(owner: string, key: string): string {
  return digest(JSON.stringify([owner, key]));
}

/**
 * A digest of method, path, query, content type and body: equal for repeats of a request. `Accept` and `Prefer` are not
 * part of it.
 */
export function fingerprintOf({ method, originalPath, query, headers }: Request, bytes: Uint8Array): string {
  return digest(JSON.stringify([method, originalPath, query, headers['content-type'] ?? null]), bytes);
}

export function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
