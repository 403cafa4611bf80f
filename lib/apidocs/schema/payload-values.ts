import type { DurationUnit, FieldType } from '../../values';
import type { JsonSchema } from './json-schema';
import { integerValue, responseValue, TIME } from './response-values';

/** What a payload may send for a column: never less than the validation takes. */
export function payloadValue(type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'string':
      return { type: 'string', maxLength: type.maxLength, ...(type.isPadded && { pattern: NO_BLANK_AT_END }) };
    case 'text':
      // No character takes less than a byte.
      return { type: 'string', maxLength: type.maxBytes, 'x-further-rules': [`at most ${type.maxBytes} bytes`] };
    case 'bytes':
      return { ...responseValue(type), pattern: BASE64, maxLength: Math.ceil(type.maxBytes / 3) * 4 };
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

/** Begins at the start: V8 of Node 26 finds no `[^ ]$` after a character of two UTF-16 units. */
const NO_BLANK_AT_END = '^(?![\\s\\S]* $)';

const BASE64 = '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?$';

const MAX_SINGLE = 3.40282e38;

/** Bounds beyond ±(2^53−1) have no exact form in JSON. */
function boundedInteger(type: Extract<FieldType, { kind: 'integer' }>): JsonSchema {
  const { min, max } = type;
  const bounds = integerValue(type).pattern ? {} : { minimum: Number(min), maximum: Number(max) };
  return { ...integerValue(type), ...(min === 0n && { minimum: 0 }), ...bounds };
}

/** Text, or a number whose shortest text fits; zeros in front and at the end do not count. */
function decimalValue({ precision, scale, isUnsigned }: Extract<FieldType, { kind: 'decimal' }>): JsonSchema {
  const digits = precision - scale;
  const whole = digits === 0 ? '0+' : `0*\\d{1,${digits}}`;
  const fraction = scale === 0 ? '0+' : `\\d{1,${scale}}0*`;
  // The highest number, read as a double, may come out as the power itself.
  const bound = 10 ** digits;
  return {
    type: ['string', 'number'],
    format: 'decimal',
    pattern: `^-?${whole}(\\.${fraction})?$`,
    minimum: isUnsigned ? 0 : -bound,
    maximum: bound,
  };
}

function floatBounds({ isSingle, isUnsigned }: Extract<FieldType, { kind: 'float' }>): JsonSchema {
  return {
    ...(isSingle && { minimum: -MAX_SINGLE, maximum: MAX_SINGLE, 'x-further-rules': ['at most 6 digits that count'] }),
    ...(isUnsigned && { minimum: 0 }),
  };
}

/** No years and months, which `format` alone would let through. */
function durationPattern(unit: DurationUnit): string {
  const fraction = unit === 'seconds' ? '0+' : '\\d{1,3}0*';
  return `^P(?!$)(\\d+W|(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.${fraction})?S)?)?)$`;
}

/** With a zone; seconds may be left out, which `format` alone would not say. */
function dateTimePattern(precision: number): string {
  const held = Math.min(precision, 3);
  const fraction = held === 0 ? '0+' : `\\d{1,${held}}0*`;
  return `^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.${fraction})?)?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$`;
}
