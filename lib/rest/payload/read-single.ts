import type { CollectionMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import { deferDenials } from '../access/defer-denials';
import { type ChangesDraft, isRootNew, type Position } from './changes-draft';
import type { ContentReader } from './content-reader';
import { hasNullKey } from './identifies-existing';
import { readNewEntity } from './read-new-entity';
import { removalOf, removeSingle } from './remove-single';
import { elementSubject } from './wire-path';

/** Reads a single child within the payload of its parent; null removes it. */
export function readNestedSingle(
  reader: ContentReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  json: unknown,
): void {
  const { path, kind, collections } = draft;
  const position = { path: [...path, collection.property], kind, collections: [...collections, collection] };
  const changes = json === null ? removeSingle(reader.context, position) : [readSingle(reader, position, json)];
  draft.children = new Map(draft.children).set(collection, changes);
}

/**
 * Reads a single child. In an update of the parent, the stored rows decide whether the child is updated or created, so
 * the payload is read as both; it is rejected now only if the request may do neither.
 */
export function readSingle(reader: ContentReader, position: Position, content: unknown): Changes {
  const { context } = reader;
  const { collections } = position;
  const { target } = collections.at(-1)!;
  const { inserting, POST, PUT } = context.access.writesAt(context.root, collections);
  const creating = isRootNew(context) ? inserting : POST;
  if (position.kind === 'create') {
    context.access.require(creating, elementSubject(context, position));
    return reader.read(target, content, position);
  }
  const deferred = deferDenials(context.access);
  deferred.access.require(PUT, elementSubject(context, position));
  const asStored = reader.withAccess(deferred.access).readDraft(target, content, position, false);
  const asNew = readNewEntity(reader, target, content, position, creating);
  const denial = deferred.denial();
  if (denial && asNew.denial) throw denial.exception;
  const removal = hasNullKey(target, content) ? removalOf(context, position) : undefined;
  return { ...asStored, asNew, denial, removal };
}
