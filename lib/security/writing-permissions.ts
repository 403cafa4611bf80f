import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { SecuredMethod, SecureEntry } from './decorators/secure';
import { entriesAt } from './required-permissions';

/** The methods of writes; PATCH follows PUT, and restoring follows DELETE. */
export type WriteMethod = Exclude<SecuredMethod, 'GET'>;

/** What each kind of write at one place of an aggregate requires. */
export interface PlaceWrites extends Readonly<Record<WriteMethod, readonly SecureEntry[]>> {
  /** To insert rows there together with their new root. */
  readonly inserting: readonly SecureEntry[];
}

/**
 * What the writes of a root, or of the elements of a collection, require. Routes, payloads, the permission matrix,
 * documents and generated tests all take it from here.
 *
 * @param path from the root down; empty for the root itself
 */
export function writesAt(root: EntityMetadata, path: readonly CollectionMetadata[]): PlaceWrites {
  const inserting = entriesAt(root, path, 'POST');
  return { inserting, POST: inserting, PUT: entriesAt(root, path, 'PUT'), DELETE: entriesAt(root, path, 'DELETE') };
}
