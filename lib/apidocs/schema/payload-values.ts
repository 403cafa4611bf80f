import type { DurationUnit, FieldType } from '../../values';
import type { JsonSchema } from './json-schema';
import { integerValue, responseValue, TIME } from './response-values';

/** The schema of a column's values in a payload. It is never stricter than the validation. */
export function payloadValue(type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'string':
      return { type: 'string', maxLength: type.maxLength, ...(type.isPadded && { pattern: NO_TRAILING_SPACE }) };
    case 'text':
      // A character has at least one byte.
      return { type: 'string', maxLength: type.maxBytes, 'x-further-rules': [`at most ${type.maxBytes} bytes`] };
    case 'bytes':
      return { ...responseValue(type), pattern: BASE64, ...bytesBounds(type) };
    case 'integer':
      return boundedInteger(type);
    case 'duration':
      return { ...responseValue(type), pattern: durationPattern(type.unit), maxLength: 64 };
    case 'decimal':
      return decimalValue(type);
    case 'float':
      return { ...responseValue(type), ...floatBounds(type) };
    case 'datetime':
      return { type: 'string', format: 'date-time', pattern: dateTimePattern(type.precision) };
    case 'time':
      return { type: 'string', pattern: TIME };
    default:
      return responseValue(type);
  }
}

/** Anchored at the start, because V8 in Node 26 does not match `[^ ]$` after a surrogate pair. */
const NO_TRAILING_SPACE = '^(?![\\s\\S]* $)';

const BASE64 = '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?$';

const MAX_SINGLE = 3.40282e38;

/** Without bounds beyond ±(2^53−1), which JSON numbers cannot express exactly. */
function boundedInteger(type: Extract<FieldType, { kind: 'integer' }>): JsonSchema {
  const { min, max } = type;
  const isUnsigned = min === 0n;
  const isText = integerValue(type).pattern !== undefined;
  return {
    ...integerValue(type),
    ...(isUnsigned && { minimum: 0 }),
    ...(isText ? { pattern: signed('\\d+', isUnsigned) } : { minimum: Number(min), maximum: Number(max) }),
  };
}

/** A string, or a number whose shortest text fits the column. Leading and trailing zeros do not count. */
function decimalValue({ precision, scale, isUnsigned }: Extract<FieldType, { kind: 'decimal' }>): JsonSchema {
  const digits = precision - scale;
  const whole = digits === 0 ? '0+' : `0*\\d{1,${digits}}`;
  const fraction = scale === 0 ? '0+' : `\\d{1,${scale}}0*`;
  // The highest value may round up to the power of ten when it is read as a double.
  const bound = 10 ** digits;
  return {
    type: ['string', 'number'],
    format: 'decimal',
    pattern: signed(`${whole}(\\.${fraction})?`, isUnsigned),
    minimum: isUnsigned ? 0 : -bound,
    maximum: bound,
  };
}

/** The pattern of a number with a sign; without one, only zero may be negative. */
function signed(digits: string, isUnsigned: boolean): string {
  return isUnsigned ? `^(${digits}|-0+(\\.0+)?)$` : `^-?${digits}$`;
}

/** Four characters for each three bytes that have begun. */
function bytesBounds({ minBytes, maxBytes }: Extract<FieldType, { kind: 'bytes' }>): JsonSchema {
  const lengthOf = (bytes: number) => Math.ceil(bytes / 3) * 4;
  if (minBytes === undefined) return { maxLength: lengthOf(maxBytes) };
  return {
    ...{ minLength: lengthOf(minBytes), maxLength: lengthOf(maxBytes) },
    'x-further-rules': [`exactly ${minBytes} bytes`],
  };
}

function floatBounds(type: Extract<FieldType, { kind: 'float' }>): JsonSchema {
  const { isSingle, isUnsigned, precision = 0, scale } = type;
  const bound = scale === undefined ? (isSingle ? MAX_SINGLE : undefined) : 10 ** (precision - scale);
  const rules = [
    ...(isSingle ? ['at most 6 significant digits'] : []),
    ...(scale === undefined ? [] : [`at most ${scale} digits after the point`]),
  ];
  return {
    ...(bound !== undefined && { minimum: -bound, maximum: bound }),
    ...(rules.length > 0 && { 'x-further-rules': rules }),
    ...(isUnsigned && { minimum: 0 }),
  };
}

/** Excludes years and months, which `format: duration` would accept. */
function durationPattern(unit: DurationUnit): string {
  const fraction = unit === 'seconds' ? '0+' : '\\d{1,3}0*';
  return `^P(?!$)(\\d+W|(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.${fraction})?S)?)?)$`;
}

/** Requires a time zone and makes seconds optional, unlike `format: date-time`. */
function dateTimePattern(precision: number): string {
  const digits = Math.min(precision, 3);
  const fraction = digits === 0 ? '0+' : `\\d{1,${digits}}0*`;
  return `^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.${fraction})?)?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$`;
}
