import type { EntityMetadata } from '../../metadata';
import type { JsonSchema } from './json-schema';

/** The bytes of large values are files of a form, where JSON has them as base64. */
export function withFiles({ largeFields }: EntityMetadata, { examples: _, ...schema }: JsonSchema): JsonSchema {
  const properties = { ...schema.properties };
  for (const { wireName, type, large } of largeFields) {
    const isSent = properties[wireName] && !properties[wireName].readOnly;
    if (type.kind !== 'bytes' || !isSent) continue;
    const { mediaType, isMediaTypeFixed } = large!;
    properties[wireName] = {
      type: 'string',
      format: 'binary',
      ...(isMediaTypeFixed && { contentMediaType: mediaType }),
    };
  }
  return { ...schema, properties };
}
