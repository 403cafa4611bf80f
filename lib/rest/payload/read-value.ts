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
    if (!field.isNullable) return rules.reject([...draft.path, field.name], 'must not be null');
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
  rules.reject([...draft.path, field.name], reading.problem, rules.echoed(field, json));
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
