import type { FieldType } from '../field-type';
import { jsonLimit } from './json-limits';
import { exceeds, type Limit } from './limit';
import { decimalLimit, floatLimit, integerLimit } from './number-limits';
import { setLimit } from './set-limit';
import { binaryTextLimit, bytesLimit, enumLimit, stringLimit, textLimit, uuidLimit } from './text-limits';
import { dateLimit, dateTimeLimit, timeLimit } from './time-limits';

const limits = new WeakMap<FieldType, Limit>();

/** The limit of a column type, created once. */
export function limitOf(type: FieldType): Limit {
  const cached = limits.get(type);
  if (cached) return cached;
  const limit = createLimit(type);
  limits.set(type, limit);
  return limit;
}

function createLimit(type: FieldType): Limit {
  switch (type.kind) {
    case 'string':
      return stringLimit(type.maxLength, type.isPadded);
    case 'text':
      return textLimit(type.maxBytes);
    case 'integer':
      return integerLimit(type.min, type.max);
    case 'duration':
      return integerLimit(-type.max, type.max);
    case 'decimal':
      return decimalLimit(type.precision, type.scale, type.isUnsigned);
    case 'float':
      return floatLimit(type);
    case 'boolean':
      return booleanLimit;
    case 'datetime':
      return dateTimeLimit(type.precision);
    case 'date':
      return dateLimit;
    case 'time':
      return timeLimit;
    case 'enum':
      return enumLimit(type.values);
    case 'set':
      return setLimit(type.values);
    case 'uuid':
      return uuidLimit;
    case 'json':
      return jsonLimit;
    case 'bytes':
      return bytesLimit(type.maxBytes, type.minBytes);
    case 'opaque':
      return opaqueLimit(type);
  }
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...([true, 1, '1', 'true'] as const).map((value) => [value, true] as const),
  ...([false, 0, '0', 'false'] as const).map((value) => [value, false] as const),
]);

const booleanLimit: Limit = (value) => {
  const checked = BOOLEANS.get(value);
  return checked === undefined ? exceeds('must be true or false') : { value: checked };
};

function opaqueLimit({ maxCharacters }: Extract<FieldType, { kind: 'opaque' }>): Limit {
  return maxCharacters === undefined ? (value) => ({ value }) : binaryTextLimit(maxCharacters);
}
