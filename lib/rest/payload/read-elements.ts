import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import { entriesAt, type SecureEntry } from '../../security';
import { deferring } from '../access/deferring';
import { writingElement } from '../access/writing';
import type { ChangesDraft, Position } from './changes-draft';
import type { ContentReader, PayloadReader } from './content-reader';
import { elementPlace } from './field-path';
import { isChosen, namesEntity } from './names-entity';
import { linkMembersOf } from './payload-members';

/** The elements of a collection within the payload of its parent. */
export function readElements(
  reader: ContentReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  json: unknown,
): void {
  const path = [...draft.path, collection.property];
  if (!Array.isArray(json)) return reader.rules.refuse(path, 'must be an array', json);
  const { kind, collections } = draft;
  const isReplacing = collection.replace && kind === 'update';
  const position = { kind, collections: [...collections, collection], isNested: true, isReplacing };
  const elements = json.map((element, index) => readElement(reader, { ...position, path: [...path, index] }, element));
  refuseRepeated(reader, path, collection.target, elements);
  draft.children = new Map(draft.children).set(collection, elements);
  if (isReplacing) replace(reader, draft, collection, position.collections);
}

function replace(
  { write: { root, access, maxItems } }: PayloadReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  path: CollectionPath,
): void {
  const denial = access.denial(entriesAt(root, path, 'DELETE'), `To leave out elements of "${collection.wireName}"`);
  draft.replacing = new Map(draft.replacing).set(collection, { most: maxItems, denial });
}

/** In an update, an element with a key is about that child, and one without is a new one. */
export function readElement(reader: ContentReader, position: Position, element: unknown): Changes {
  const { root, access, isUnsaved } = reader.write;
  const { collections } = position;
  const { target } = collections.at(-1)!;
  const isNamed = namesEntity(target, element, position, isUnsaved);
  const kind = position.kind === 'update' && isNamed ? 'update' : 'create';
  if (access.isOpen) return reader.read(target, element, { ...position, kind });
  if (isNamed && position.isReplacing) return readKept(reader, position, element);
  const links = linkMembersOf(collections.at(-1)!);
  const hasMore = isPlainObject(element) && Object.keys(element).filter((name) => !links.has(name)).length > 1;
  const write = kind === 'update' ? 'PUT' : 'POST';
  const entries = writingElement(root, collections, { write, isNamed, hasMore });
  if (kind === 'update') return readStored(reader, { ...position, kind }, element, entries);
  access.demand(entries, elementPlace(reader.write, position));
  return reader.read(target, element, { ...position, kind });
}

/** An element of an array that is all that its collection has: who only names a child does not change it. */
function readKept(reader: ContentReader, position: Position, element: unknown): Changes {
  const { collections } = position;
  const { root, access } = reader.write;
  const isLinking = collections.at(-1)!.kind === 'manyToMany';
  const linking = isLinking
    ? access.denial(entriesAt(root, collections, 'POST'), elementPlace(reader.write, position))
    : undefined;
  const kept: Position = { ...position, kind: 'update', changing: entriesAt(root, collections, 'PUT') };
  return { ...readStored(reader, kept, element, []), linking };
}

/** Where clients choose the key, what is stored tells whether it is updated or new: who asks may do one of the two at least. */
function readStored(
  reader: ContentReader,
  position: Position,
  element: unknown,
  entries: readonly SecureEntry[],
): Changes {
  const { target } = position.collections.at(-1)!;
  const place = elementPlace(reader.write, position);
  if (!isChosen(target, position)) {
    reader.write.access.demand(entries, place);
    return reader.read(target, element, position);
  }
  const { access, denial } = deferring(reader.write.access);
  access.demand(entries, place);
  const changes = reader.deferred(access).read(target, element, position);
  const refused = denial();
  if (refused && (!changes.asNew || changes.asNew.denial)) throw refused.exception;
  return { ...changes, denial: refused };
}

export function refuseRepeated(
  { rules }: PayloadReader,
  path: Position['path'],
  { key: { name } }: EntityMetadata,
  elements: readonly Changes[],
): void {
  const seen = new Set<string>();
  elements.forEach(({ key }, index) => {
    if (key === undefined) return;
    const text = String(key);
    if (seen.has(text)) {
      rules.refuse([...path, index, name], 'is named twice in the array: join the two elements', key);
    }
    seen.add(text);
  });
}
