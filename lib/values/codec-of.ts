import { isObject } from '../foundation';
import { bytesCodec } from './bytes-codec';
import { type Codec, isExactNumber, problem } from './codec';
import { dateCodec, dateTimeCodec, timeCodec } from './date-codecs';
import { durationCodec } from './duration-codec';
import type { FieldType } from './field-type';
import { limitOf } from './limits/limit-of';
import { decimalCodec, floatCodec, integerCodec } from './number-codecs';
import { textCodec, uuidCodec } from './text-codecs';

const codecs = new WeakMap<FieldType, Codec>();

/** The codec of a column type, created once. */
export function codecOf(type: FieldType): Codec {
  const cached = codecs.get(type);
  if (cached) return cached;
  const codec = createCodec(type);
  codecs.set(type, codec);
  return codec;
}

function createCodec(type: FieldType): Codec {
  switch (type.kind) {
    case 'string':
    case 'text':
    case 'enum':
      return textCodec(type);
    case 'integer':
      return integerCodec(type.min, type.max);
    case 'duration':
      return durationCodec(type);
    case 'decimal':
      return decimalCodec(type.precision, type.scale, type.isUnsigned);
    case 'float':
      return floatCodec(type);
    case 'boolean':
      return booleanCodec;
    case 'datetime':
      return dateTimeCodec(type.precision);
    case 'date':
      return dateCodec;
    case 'time':
      return timeCodec;
    case 'uuid':
      return uuidCodec;
    case 'set':
      return { read: limitOf(type), write: (value) => value };
    case 'json':
      return jsonCodec;
    case 'bytes':
      return bytesCodec(type);
    case 'opaque':
      return opaqueCodec;
  }
}

const booleanCodec: Codec = {
  read: (json) => (typeof json === 'boolean' ? { value: json } : problem('must be true or false')),
  write: (value) => value === true || value === 1,
};

const jsonLimit = limitOf({ kind: 'json' });

const jsonCodec: Codec = {
  read(json) {
    if (containsExactNumber(json)) return problem('has a number with more digits than JSON columns hold');
    return jsonLimit(json);
  },
  write: (value) => value,
};

/** Opaque fields must be hidden, or the start fails. */
const opaqueCodec: Codec = { read: () => problem('cannot be written'), write: () => undefined };

function containsExactNumber(json: unknown): boolean {
  if (!isObject(json)) return false;
  return isExactNumber(json) || Object.values(json).some(containsExactNumber);
}
