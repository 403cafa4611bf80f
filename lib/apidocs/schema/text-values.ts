import type { FieldType } from '../../values';
import type { JsonSchema } from './json-schema';
import { payloadValue } from './payload-values';

/** The value of a column in a query, where all is text: a decimal is never a number of the client's. */
export function textValue(type: FieldType): JsonSchema {
  const { 'x-further-rules': _, ...value } = payloadValue(type);
  if (type.kind !== 'decimal') return value;
  const { minimum, maximum, ...text } = value;
  return { ...text, type: 'string' };
}
