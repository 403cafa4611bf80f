import type { CollectionMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import { entriesAt } from '../../security';
import { deferring } from '../access/deferring';
import type { PayloadWrite } from '../access/writing';
import type { ChangesDraft, Position } from './changes-draft';
import type { ContentReader } from './content-reader';
import { elementPlace } from './field-path';
import { namesNone } from './names-entity';
import { readNew } from './read-as-new';
import { noSingle, removalAt } from './single-changes';

/** A single child within the payload of its parent. */
export function readNestedSingle(
  reader: ContentReader,
  draft: ChangesDraft,
  collection: CollectionMetadata,
  json: unknown,
): void {
  const { path, kind, collections } = draft;
  const position = { path: [...path, collection.property], kind, collections: [...collections, collection] };
  const single = json === null ? noSingle(reader.write, position) : [readSingle(reader, position, json)];
  draft.children = new Map(draft.children).set(collection, single);
}

/**
 * Whether there is one to update, only the database tells: it is read as an update of that one, and apart from that as
 * a new one. Who asks may do one of the two at least.
 */
export function readSingle(reader: ContentReader, position: Position, content: unknown): Changes {
  const { write } = reader;
  const { target } = position.collections.at(-1)!;
  const entries = (method: PayloadWrite) => entriesAt(write.root, position.collections, method);
  if (position.kind === 'create') {
    write.access.demand(entries('POST'), elementPlace(write, position));
    return reader.read(target, content, position);
  }
  const { access, denial } = deferring(write.access);
  access.demand(entries('PUT'), elementPlace(write, position));
  const stored = reader.deferred(access).readDraft(target, content, position, false);
  const asNew = readNew(reader, target, content, position, entries('POST'));
  const refused = denial();
  if (refused && asNew.denial) throw refused.exception;
  const removal = namesNone(target, content) ? removalAt(write, position) : undefined;
  return { ...stored, asNew, denial: refused, removal };
}
