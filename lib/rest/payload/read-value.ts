import { mediaTypeText, parseMediaType, UploadedFile } from '../../core';
import type { FieldMetadata } from '../../metadata';
import { mediaTypeFieldOf } from '../access/large-fields';
import { writingField } from '../access/writing';
import { type ChangesDraft, markInvalid } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { mergePatch } from './merge-patch';
import { type FieldMember, fieldMember } from './payload-members';
import { readFile } from './read-file';
import { mergedColumn, patchesColumn } from './read-merge-patch';
import { isShownAs, mayBeStored } from './stored-only';
import { fieldSubject } from './wire-path';

/** Reads the value of a writable field as the type of its column, and checks its constraints. */
export function readValue(
  reader: PayloadReader,
  draft: ChangesDraft,
  member: FieldMember,
  json: unknown,
  into: Record<string, unknown> = draft.values,
): void {
  const { rules } = reader;
  const { field, read, hasConstraints } = member;
  if (json === null) {
    if (!field.isNullable) return rejectChange(reader, draft, field, { json, message: 'must not be null' }, into);
    into[field.name] = null;
    return rules.checkField(draft, field, null);
  }
  const isPatch = patchesColumn(reader, field, json);
  const isFile = typeof json === 'object' && json instanceof UploadedFile;
  if (isFile) readMediaType(reader, draft, field, json, into);
  const reading = isFile
    ? readFile(field, json, read)
    : read(isPatch && draft.kind === 'create' ? mergePatch(undefined, json) : json);
  if ('value' in reading) {
    if (isPatch && draft.kind === 'update') return addMerged(reader, draft, member, json, into);
    into[field.name] = reading.value;
    if (hasConstraints) rules.checkField(draft, field, reading.value, json);
    return;
  }
  markInvalid(draft, field, json);
  rejectChange(reader, draft, field, { json, message: reading.problem, echoed: rules.echoed(field, json) }, into);
}

interface Rejected {
  readonly json: unknown;
  readonly message: string;
  readonly echoed?: unknown;
}

/** Rejects a value, unless it may be what a stored entity has, so that clients can send back what they have read. */
function rejectChange(
  { rules }: PayloadReader,
  draft: ChangesDraft,
  field: FieldMetadata,
  { json, message, echoed }: Rejected,
  into: Record<string, unknown>,
): void {
  if (draft.kind !== 'update' || !mayBeStored(field, json)) {
    return rules.reject([...draft.path, field.name], message, echoed);
  }
  const isMetBy = isShownAs(field, json);
  const part = into === draft.link?.values ? draft.link : draft;
  part.expectations = [...part.expectations, { field: field.name, given: echoed, isMetBy, message }];
}

function addMerged(
  reader: PayloadReader,
  draft: ChangesDraft,
  member: FieldMember,
  patch: unknown,
  into: Record<string, unknown>,
): void {
  const holder = into === draft.link?.values ? draft.link : draft;
  holder.merging = [...(holder.merging ?? []), mergedColumn(reader, draft, member, patch)];
}

/** Sets the field of the media type to that of the file, unless the payload sets the field itself. */
function readMediaType(
  reader: PayloadReader,
  draft: ChangesDraft,
  field: FieldMetadata,
  file: UploadedFile,
  into: Record<string, unknown>,
): void {
  const { entity, kind } = draft;
  const { access } = reader.context;
  const mediaTypeField = mediaTypeFieldOf(entity, field);
  if (!mediaTypeField || into[mediaTypeField.name] !== undefined) return;
  if (!access.isOpen) {
    const entries = writingField(mediaTypeField, [], kind === 'create' ? 'POST' : 'PUT');
    access.require(entries, fieldSubject(reader.context, draft, mediaTypeField));
  }
  const mediaType = parseMediaType(file.mediaType);
  const text = mediaType ? mediaTypeText(mediaType) : 'application/octet-stream';
  readValue(reader, draft, fieldMember(entity, kind, mediaTypeField), text, into);
}
