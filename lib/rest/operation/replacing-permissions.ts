import type { CollectionPath, EntityMetadata, Exposure } from '../../metadata';
import { Authorizer, isPublic, type SecureEntry, writesAt } from '../../security';
import type { Protection } from './operation';

const PARTS = [
  { flag: 'create', method: 'POST' },
  { flag: 'update', method: 'PUT' },
  { flag: 'delete', method: 'DELETE' },
] as const satisfies readonly { readonly flag: keyof Exposure; readonly method: string }[];

/**
 * The permissions of a PUT that replaces a collection: the entries that creating, updating and deleting have in common,
 * or `authenticated` if each of the three has some. The handler checks the rest for what the request does.
 */
export function replacingPermissions(root: EntityMetadata, path: CollectionPath): Protection {
  const collection = path.at(-1)!;
  const writes = writesAt(root, path);
  const parts = PARTS.filter(({ flag }) => collection.exposure[flag]).map(({ method }) => ({
    entries: writes[method],
    isPublic: isPublic(collection, method),
    isUnrestricted: writes.unrestricted.has(method),
  }));
  const isUnrestricted = parts.some((part) => part.isUnrestricted && !part.isPublic);
  const [first, ...others] = parts.map(({ entries }) => entries);
  const shared = first!.filter((entry) => others.every((entries) => entries.includes(entry)));
  if (shared.length > 0) return { permissions: shared, isPublic: false, isUnrestricted };
  const isAlwaysSecured = parts.every(({ entries }) => entries.length > 0);
  if (isAlwaysSecured) return { permissions: [authenticatedEntry(first![0]!)], isPublic: false, isUnrestricted };
  const isOpen = parts.every((part) => part.isPublic || part.entries.length > 0);
  return { permissions: [], isPublic: isOpen, isUnrestricted };
}

function authenticatedEntry({ at }: SecureEntry): SecureEntry {
  return { at, permissions: [Authorizer.AUTHENTICATED] };
}
