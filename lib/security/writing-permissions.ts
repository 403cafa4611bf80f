import type { ActionMetadata, CollectionMetadata, EntityMetadata } from '../metadata';
import { SECURE, type SecuredMethod, type SecureEntry } from './decorators/secure';
import { entriesAt, entriesFor, isPublic, readingDown } from './required-permissions';

/** The methods of writes; PATCH follows PUT, and restoring follows DELETE. */
export type WriteMethod = Exclude<SecuredMethod, 'GET'>;

/** What each kind of write at one place of an aggregate requires. */
export interface PlaceWrites extends Readonly<Record<WriteMethod, readonly SecureEntry[]>> {
  /** To insert rows there together with their new root. */
  readonly inserting: readonly SecureEntry[];
  /** The methods that no entry restricts: entries for GET may be all that a write requires. */
  readonly unrestricted: ReadonlySet<WriteMethod>;
}

const METHODS: readonly WriteMethod[] = ['POST', 'PUT', 'DELETE'];

/**
 * What the writes of a root, or of the elements of a collection, require. Routes, payloads, the permission matrix,
 * documents and generated tests all take it from here.
 *
 * An aggregate is written through its root: a write of an element without an entry of its own requires what PUT of the
 * root requires.
 *
 * @param path from the root down; empty for the root itself
 */
export function writesAt(root: EntityMetadata, path: readonly CollectionMetadata[]): PlaceWrites {
  const restricting = (method: WriteMethod) => restrictingEntries(root, path.at(-1), method);
  const entriesOf = (method: WriteMethod) => [...new Set([...entriesAt(root, path, method), ...restricting(method)])];
  return {
    inserting: entriesAt(root, path, 'POST'),
    POST: entriesOf('POST'),
    PUT: entriesOf('PUT'),
    DELETE: entriesOf('DELETE'),
    unrestricted: new Set(METHODS.filter((method) => restricting(method).length === 0)),
  };
}

/** What an action requires: its own entries, or without any what PUT of its root requires. */
export function actionWrite(
  root: EntityMetadata,
  action: Pick<ActionMetadata, 'path' | 'annotations'>,
): { readonly entries: readonly SecureEntry[]; readonly isUnrestricted: boolean } {
  const own = entriesFor(action, 'PUT');
  const restricting = own.length > 0 ? own : rootEntries(root, 'PUT', isPublic(action, 'PUT'));
  const above = action.path.length === 0 ? [] : readingDown(root, action.path);
  return { entries: [...above, ...restricting], isUnrestricted: restricting.length === 0 };
}

/**
 * The entries of a root for a write: its own. A root that is also held by others, and has no `@Secure` at all, requires
 * what PUT of each of them requires, unless it is public.
 */
function rootEntries(root: EntityMetadata, method: WriteMethod, isOpen: boolean): readonly SecureEntry[] {
  if (isOpen || root.annotations.has(SECURE)) return entriesFor(root, method);
  return root.holders.flatMap((holder) => entriesFor(holder, 'PUT'));
}

/** The entries that restrict a write itself, without those for reading what is above it. */
function restrictingEntries(
  root: EntityMetadata,
  collection: CollectionMetadata | undefined,
  method: WriteMethod,
): readonly SecureEntry[] {
  if (!collection) return rootEntries(root, method, isPublic(root, method));
  const own = ownEntries(collection, method);
  if (own.length > 0 || isPublic(collection, method)) return own;
  return rootEntries(root, 'PUT', false);
}

/**
 * The entries of a collection, or without any those of its class. Linking and unlinking change the parent and not the
 * linked entity, so the class does not count for them.
 */
function ownEntries(collection: CollectionMetadata, method: WriteMethod): readonly SecureEntry[] {
  const entries = entriesFor(collection, method);
  const isLink = collection.kind === 'manyToMany' && method !== 'PUT';
  return entries.length > 0 || isLink ? entries : entriesFor(collection.target, method);
}
