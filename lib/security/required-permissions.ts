import type { Annotations, CollectionMetadata, EntityMetadata } from '../metadata';
import { PUBLIC, type PublicEntry } from './decorators/public';
import { SECURE, type SecuredMethod, type SecureEntry } from './decorators/secure';

/** An element with security marks: a class, a collection, an action or a column. */
interface Marked {
  readonly annotations: Annotations;
}

/** The `@Secure` entries of one element for a method. */
export function entriesFor({ annotations }: Marked, method: SecuredMethod): readonly SecureEntry[] {
  const entries = (annotations.get(SECURE) ?? []) as readonly SecureEntry[];
  return entries.filter((entry) => entry.method === undefined || entry.method === method);
}

/** Whether an element is marked `@Public` for a method. */
export function isPublic({ annotations }: Marked, method: SecuredMethod): boolean {
  const entries = (annotations.get(PUBLIC) ?? []) as readonly PublicEntry[];
  return entries.some((entry) => entry.method === undefined || entry.method === method);
}

/**
 * The entries that apply to a request for a root, or for elements of a collection. Below the root these include the GET
 * entries of everything on the path: the children of a parent that may not be read are not accessible.
 *
 * The entries of the element's class count too. In a many-to-many collection POST and DELETE only link and unlink, so
 * the class counts for GET.
 *
 * @param path from the root down; empty for the root itself
 */
export function entriesAt(
  root: EntityMetadata,
  path: readonly CollectionMetadata[],
  method: SecuredMethod,
): readonly SecureEntry[] {
  const last = path.at(-1);
  if (!last) return entriesFor(root, method);
  return [...readingDown(root, path.slice(0, -1)), ...entriesFor(last, method), ...elementEntries(last, method)];
}

/** The GET entries of everything on a path. */
export function readingDown(root: EntityMetadata, path: readonly CollectionMetadata[]): readonly SecureEntry[] {
  const steps = path.flatMap((step) => [...entriesFor(step, 'GET'), ...entriesFor(step.target, 'GET')]);
  return [...entriesFor(root, 'GET'), ...steps];
}

/** The distinct permissions that entries require. */
export function permissionsIn(entries: readonly SecureEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ permissions }) => permissions))];
}

function elementEntries({ kind, target }: CollectionMetadata, method: SecuredMethod): readonly SecureEntry[] {
  if (kind !== 'manyToMany') return entriesFor(target, method);
  return method === 'PUT' ? entriesFor(target, 'PUT') : entriesFor(target, 'GET');
}
