import type { FieldType } from '../../values';
import type { JsonSchema } from './json-schema';
import { payloadValue } from './payload-values';

/** The schema of a column's values in a query, where a decimal is always a string. */
export function queryValue(type: FieldType): JsonSchema {
  const { 'x-further-rules': _, ...value } = payloadValue(type);
  if (type.kind !== 'decimal') return value;
  const { minimum, maximum, ...text } = value;
  return { ...text, type: 'string' };
}
