import type { FieldType } from '../../values';
import type { JsonSchema } from './json-schema';

/** Larger integers are strings in JSON. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The schema of a column's values in a response. */
export function responseValue(type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'string':
    case 'text':
      return { type: 'string' };
    case 'integer':
      return integerValue(type);
    case 'duration':
      return durationValue(type);
    case 'decimal':
      return { type: 'string', format: 'decimal', pattern: fixedDecimal(type.scale) };
    case 'float':
      return { type: 'number', format: type.isSingle ? 'float' : 'double' };
    case 'boolean':
      return { type: 'boolean' };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'time':
      return { type: 'string', pattern: TIME };
    case 'enum':
      return { type: 'string', enum: type.values };
    case 'set':
      return { type: 'array', items: { type: 'string', enum: type.values }, uniqueItems: true };
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'bytes':
      return { type: 'string', format: 'byte', contentEncoding: 'base64' };
    case 'json':
    case 'opaque':
      return {};
  }
}

export const TIME = '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$';

/** A number, or a string beyond ±(2^53−1), in requests and responses. */
export function integerValue({ min, max }: Extract<FieldType, { kind: 'integer' }>): JsonSchema {
  if (max > SAFE) return { type: ['integer', 'string'], format: 'int64', pattern: '^-?\\d+$' };
  return { type: 'integer', ...(max > 2n ** 31n - 1n || min < -(2n ** 31n) ? {} : { format: 'int32' }) };
}

/** `format: duration` has neither fractions nor a sign, which values set by code of the domain may have. */
function durationValue({ unit }: Extract<FieldType, { kind: 'duration' }>): JsonSchema {
  return { type: 'string', ...(unit === 'seconds' && { format: 'duration' }) };
}

function fixedDecimal(scale: number): string {
  return scale === 0 ? '^-?\\d+$' : `^-?\\d+\\.\\d{${scale}}$`;
}
