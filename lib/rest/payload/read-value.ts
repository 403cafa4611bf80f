import { mediaTypeText, parseMediaType, UploadedFile } from '../../core';
import type { FieldMetadata } from '../../metadata';
import { mediaTypeFieldOf } from '../access/large-fields';
import { writingField } from '../access/writing';
import { type ChangesDraft, markRefused } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { fieldPlace } from './field-path';
import { type FieldMember, fieldMember } from './payload-members';
import { readFile } from './read-file';

/** Reads the value of a field that may be written, as its column is typed, and asks its rules. */
export function readValue(
  reader: PayloadReader,
  draft: ChangesDraft,
  member: FieldMember,
  json: unknown,
  into: Record<string, unknown> = draft.values,
): void {
  const { rules } = reader;
  const { field, read, hasRules } = member;
  if (json === null) {
    if (!field.isNullable) return rules.refuse([...draft.path, field.name], 'must not be null');
    into[field.name] = null;
    return rules.askField(draft, field, null);
  }
  const isFile = typeof json === 'object' && json instanceof UploadedFile;
  if (isFile) readMediaType(reader, draft, field, json, into);
  const reading = isFile ? readFile(field, json, read) : read(json);
  if ('value' in reading) {
    into[field.name] = reading.value;
    if (hasRules) rules.askField(draft, field, reading.value, json);
    return;
  }
  markRefused(draft, field, json);
  rules.refuse([...draft.path, field.name], reading.problem, rules.shown(field, json));
}

/** A file says what it is, where a field holds that and the payload says nothing else. */
function readMediaType(
  reader: PayloadReader,
  draft: ChangesDraft,
  field: FieldMetadata,
  file: UploadedFile,
  into: Record<string, unknown>,
): void {
  const { entity, kind } = draft;
  const holder = mediaTypeFieldOf(entity, field);
  if (!holder || into[holder.name] !== undefined) return;
  const { access } = reader.write;
  if (!access.isOpen) {
    access.demand(
      writingField(holder, [], kind === 'create' ? 'POST' : 'PUT'),
      fieldPlace(reader.write, draft, holder),
    );
  }
  const mediaType = parseMediaType(file.mediaType);
  const text = mediaType ? mediaTypeText(mediaType) : 'application/octet-stream';
  readValue(reader, draft, fieldMember(entity, kind, holder), text, into);
}
