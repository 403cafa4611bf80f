import { isUtf8 } from 'node:buffer';
import { parseMediaType, type UploadedFile } from '../../core';
import type { FieldMetadata } from '../../metadata';
import type { Reading } from '../../values';

/** US-ASCII is a subset of UTF-8. */
const UTF8 = /^(utf-?8|us-ascii)$/i;

/** Reads the value of a field that is sent as a file: its bytes, or its text in UTF-8. */
export function readFile(
  { large, type }: FieldMetadata,
  file: UploadedFile,
  read: (json: unknown) => Reading,
): Reading {
  if (!large) return { problem: 'must not be a file' };
  const sent = parseMediaType(file.mediaType);
  const declared = parseMediaType(large.mediaType)!;
  if (large.isMediaTypeFixed && sent?.name !== declared.name) {
    return { problem: `must be a file of ${declared.name}` };
  }
  if (type.kind === 'bytes') return read(file.content);
  const isText = isUtf8(file.content) && UTF8.test(sent?.parameters.charset ?? 'utf-8');
  return isText ? read(file.content.toString()) : { problem: 'must be text in UTF-8' };
}
