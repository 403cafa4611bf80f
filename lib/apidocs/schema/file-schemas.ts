import type { EntityMetadata } from '../../metadata';
import type { JsonSchema } from './json-schema';

/** Replaces the base64 text of large values by files, as a multipart form has them. */
export function withFiles({ largeFields }: EntityMetadata, { examples: _, ...schema }: JsonSchema): JsonSchema {
  const properties = { ...schema.properties };
  for (const { wireName, type, large } of largeFields) {
    const isWritable = properties[wireName] && !properties[wireName].readOnly;
    if (type.kind !== 'bytes' || !isWritable) continue;
    const { mediaType, isMediaTypeFixed } = large!;
    properties[wireName] = {
      type: 'string',
      format: 'binary',
      ...(isMediaTypeFixed && { contentMediaType: mediaType }),
    };
  }
  return { ...schema, properties };
}
