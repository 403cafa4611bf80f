import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { SecureEntry } from '../../security';
import { deferDenials } from '../access/defer-denials';
import { writingElement } from '../access/writing';
import { type ChangesDraft, isRootNew, type Position } from './changes-draft';
import type { ContentReader, PayloadReader } from './content-reader';
import { identifiesExisting, isKeyChosen } from './identifies-existing';
import { linkMembersOf } from './link-members';
import { elementSubject } from './wire-path';

const MERGED_ARRAY =
  'cannot be sent in a merge patch, in which an array replaces the whole collection: send application/json, or use the routes of the collection';

/** Reads the elements of a collection within the payload of its parent. */
export function readElements(
  reader: ContentReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  json: unknown,
): void {
  const path = [...draft.path, collection.property];
  if (!Array.isArray(json)) return reader.rules.reject(path, 'must be an array', json);
  if (reader.context.isMergePatch && !collection.replace) return reader.rules.reject(path, MERGED_ARRAY);
  const { kind } = draft;
  const collections = [...draft.collections, collection];
  const isReplacing = collection.replace && kind === 'update';
  const position = { kind, collections, isNested: true, isReplacing };
  const elements = json.map((element, index) => readElement(reader, { ...position, path: [...path, index] }, element));
  rejectRepeatedKeys(reader, path, collection.target, elements);
  draft.children = new Map(draft.children).set(collection, elements);
  if (isReplacing) markReplaced(reader, draft, collection, collections);
}

function markReplaced(
  { context: { root, access, maxItems } }: PayloadReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  path: CollectionPath,
): void {
  const denial = access.denial(access.writesAt(root, path).DELETE, `Removing elements of "${collection.wireName}"`);
  draft.replacing = new Map(draft.replacing).set(collection, { most: maxItems, denial });
}

/** Reads one element: in an update, one with a key updates that child, and one without creates a child. */
export function readElement(reader: ContentReader, position: Position, element: unknown): Changes {
  const { root, access, isUnsaved } = reader.context;
  const { collections } = position;
  const collection = collections.at(-1)!;
  const { target } = collection;
  const isNamed = identifiesExisting(target, element, position, isUnsaved);
  const kind = position.kind === 'update' && isNamed ? 'update' : 'create';
  if (access.isOpen) return reader.read(target, element, { ...position, kind });
  if (isNamed && position.isReplacing) return readReplacingElement(reader, position, element);
  const hasMore = hasFieldsBesidesKey(collection, element);
  const method = kind === 'update' ? 'PUT' : 'POST';
  const write = { method, isNamed, hasMore, isRootNew: isRootNew(reader.context) } as const;
  const entries = writingElement(collection, access.writesAt(root, collections), write);
  if (isNamed) return readStored(reader, { ...position, kind }, element, entries);
  access.require(entries, elementSubject(reader.context, position));
  return reader.read(target, element, { ...position, kind });
}

/** Fields of the join table do not count: they belong to the link, not to the element. */
function hasFieldsBesidesKey(collection: CollectionMetadata, element: unknown): boolean {
  if (!isPlainObject(element)) return false;
  const linkMembers = linkMembersOf(collection);
  return Object.keys(element).filter((name) => !linkMembers.has(name)).length > 1;
}

/** Reads an element with a key, in an array that replaces its collection. It requires the right to update only if it changes a field. */
function readReplacingElement(reader: ContentReader, position: Position, element: unknown): Changes {
  const { collections } = position;
  const { root, access } = reader.context;
  const isLinked = collections.at(-1)!.kind === 'manyToMany';
  const { POST, PUT } = access.writesAt(root, collections);
  const linking = isLinked ? access.denial(POST, elementSubject(reader.context, position)) : undefined;
  const updated: Position = { ...position, kind: 'update', changing: PUT };
  return { ...readStored(reader, updated, element, []), linking };
}

/**
 * Reads an element with a key as an update. Where clients choose keys, the stored rows decide whether it is an update or
 * a create; the element is rejected now only if the request may do neither.
 */
function readStored(
  reader: ContentReader,
  position: Position,
  element: unknown,
  entries: readonly SecureEntry[],
): Changes {
  const { target } = position.collections.at(-1)!;
  const subject = elementSubject(reader.context, position);
  if (!isKeyChosen(target, position)) {
    reader.context.access.require(entries, subject);
    return reader.read(target, element, position);
  }
  const deferred = deferDenials(reader.context.access);
  deferred.access.require(entries, subject);
  const changes = reader.withAccess(deferred.access).read(target, element, position);
  const denial = deferred.denial();
  if (denial && (!changes.asNew || changes.asNew.denial)) throw denial.exception;
  return { ...changes, denial };
}

export function rejectRepeatedKeys(
  { rules }: PayloadReader,
  path: Position['path'],
  { key: { name } }: EntityMetadata,
  elements: readonly Changes[],
): void {
  const seen = new Set<string>();
  elements.forEach(({ key }, index) => {
    if (key === undefined) return;
    const text = String(key);
    if (seen.has(text)) rules.reject([...path, index, name], 'occurs twice in the array: merge the two elements', key);
    seen.add(text);
  });
}
