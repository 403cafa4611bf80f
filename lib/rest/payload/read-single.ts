import type { CollectionMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import { entriesAt } from '../../security';
import { deferDenials } from '../access/defer-denials';
import type { ChangesDraft, Position } from './changes-draft';
import type { ContentReader } from './content-reader';
import { hasNullKey } from './identifies-existing';
import { readNewEntity } from './read-new-entity';
import { removalOf, removeSingle } from './remove-single';
import { elementPlace } from './wire-path';

/** Reads a single child within the payload of its parent; null removes it. */
export function readNestedSingle(
  reader: ContentReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  json: unknown,
): void {
  const { path, kind, collections } = draft;
  const position = { path: [...path, collection.property], kind, collections: [...collections, collection] };
  const changes = json === null ? removeSingle(reader.write, position) : [readSingle(reader, position, json)];
  draft.children = new Map(draft.children).set(collection, changes);
}

/**
 * Reads a single child. In an update of the parent, the stored rows decide whether the child is updated or created, so
 * the payload is read for both; the request needs the right to at least one of them.
 */
export function readSingle(reader: ContentReader, position: Position, content: unknown): Changes {
  const { write } = reader;
  const { collections } = position;
  const { target } = collections.at(-1)!;
  const creating = entriesAt(write.root, collections, 'POST');
  if (position.kind === 'create') {
    write.access.demand(creating, elementPlace(write, position));
    return reader.read(target, content, position);
  }
  const deferred = deferDenials(write.access);
  deferred.access.demand(entriesAt(write.root, collections, 'PUT'), elementPlace(write, position));
  const asStored = reader.withAccess(deferred.access).readDraft(target, content, position, false);
  const asNew = readNewEntity(reader, target, content, position, creating);
  const denial = deferred.denial();
  if (denial && asNew.denial) throw denial.exception;
  const removal = hasNullKey(target, content) ? removalOf(write, position) : undefined;
  return { ...asStored, asNew, denial, removal };
}
