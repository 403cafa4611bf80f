import type { FieldType } from '../values';
import type { FieldDescription, LargeMetadata, LargeOptions } from './types/fields';

/** The size of a MEDIUMTEXT; a LONGTEXT holds more. */
const MEDIUMTEXT_BYTES = 16_777_215;

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

/** The metadata of a large value; undefined for a column that is large neither by its type nor by `@Large`. */
export function describeLarge(
  { type }: Pick<FieldDescription, 'type'>,
  declared: LargeOptions | undefined,
): LargeMetadata | undefined {
  if (!declared && !isLargeType(type)) return undefined;
  const { mediaType, mediaTypeField } = declared ?? {};
  return Object.freeze({
    mediaType: mediaType ?? (type.kind === 'bytes' ? BYTES : TEXT),
    isMediaTypeFixed: mediaType !== undefined,
    mediaTypeField,
  });
}

/** Whether a column of that type can be transferred as bytes. */
export function canBeLarge({ kind }: FieldType): boolean {
  return kind === 'bytes' || kind === 'text' || kind === 'string';
}

function isLargeType(type: FieldType): boolean {
  return (type.kind === 'bytes' && !type.isInline) || (type.kind === 'text' && type.maxBytes > MEDIUMTEXT_BYTES);
}
