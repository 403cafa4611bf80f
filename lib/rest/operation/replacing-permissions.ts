import type { CollectionPath, EntityMetadata, Exposure } from '../../metadata';
import { Authorizer, entriesAt, isPublic, type SecureEntry } from '../../security';
import type { Operation } from './operation';

const PARTS = [
  { flag: 'create', method: 'POST' },
  { flag: 'update', method: 'PUT' },
  { flag: 'delete', method: 'DELETE' },
] as const satisfies readonly { readonly flag: keyof Exposure; readonly method: string }[];

/**
 * The permissions of a PUT on a replaced collection: the entries that creating, updating and deleting share.
 * The others are asked of those who do that. Where each of the three asks for something, so does the route: to be known.
 */
export function replacingPermissions(
  root: EntityMetadata,
  path: CollectionPath,
): Pick<Operation, 'permissions' | 'isPublic'> {
  const collection = path.at(-1)!;
  const parts = PARTS.filter(({ flag }) => collection.exposure[flag]).map(({ method }) => ({
    entries: entriesAt(root, path, method),
    isPublic: isPublic(collection, method),
  }));
  const [first, ...others] = parts.map(({ entries }) => entries);
  const shared = first!.filter((entry) => others.every((entries) => entries.includes(entry)));
  if (shared.length > 0) return { permissions: shared, isPublic: false };
  const isGuarded = first!.length > 0 && others.every((entries) => entries.length > 0);
  if (isGuarded) return { permissions: [knownPrincipal(first![0]!)], isPublic: false };
  return { permissions: [], isPublic: parts.every((part) => part.isPublic || part.entries.length > 0) };
}

function knownPrincipal({ at }: SecureEntry): SecureEntry {
  return { at, permissions: [Authorizer.AUTHENTICATED] };
}
