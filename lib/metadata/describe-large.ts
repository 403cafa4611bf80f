import type { FieldType } from '../values';
import type { FieldDescription, LargeMetadata, LargeOptions } from './types';

/** In bytes: a MEDIUMTEXT holds as many, a LONGTEXT more. */
const LONGEST_TEXT = 16_777_215;

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

/** The large value of a column, by its type or by `@Large`. */
export function describeLarge(
  { type }: Pick<FieldDescription, 'type'>,
  declared: LargeOptions | undefined,
): LargeMetadata | undefined {
  if (!declared && !isLargeByItself(type)) return undefined;
  const { mediaType, mediaTypeField } = declared ?? {};
  return Object.freeze({
    mediaType: mediaType ?? (type.kind === 'bytes' ? BYTES : TEXT),
    isMediaTypeFixed: mediaType !== undefined,
    mediaTypeField,
  });
}

/** Whether the bytes of a column of that type can be transferred. */
export function canBeLarge({ kind }: FieldType): boolean {
  return kind === 'bytes' || kind === 'text' || kind === 'string';
}

function isLargeByItself(type: FieldType): boolean {
  return type.kind === 'bytes' || (type.kind === 'text' && type.maxBytes > LONGEST_TEXT);
}
