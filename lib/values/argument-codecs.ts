import { type Codec, isExactNumber, problem } from './codec';
import { codecOf } from './codec-of';
import { dateTimeCodec } from './date-codecs';
import { textCodec } from './text-codecs';

/** Limits the cost of parsing a bigint. */
const MAX_DIGITS = 1000;

const numberCodec: Codec = {
  read(json) {
    if (isExactNumber(json)) return problem('has more digits than a number can hold');
    return typeof json === 'number' ? { value: json } : problem('must be a number');
  },
  write: Number,
};

const bigintCodec: Codec = {
  read(json) {
    const text = typeof json === 'number' || typeof json === 'string' || isExactNumber(json) ? String(json) : '';
    const isWhole = text.length <= MAX_DIGITS && /^-?\d+$/.test(text);
    return isWhole ? { value: BigInt(text) } : problem('must be a whole number');
  },
  write: String,
};

/** The codecs of action arguments by TypeScript type; as strict as those of columns. */
export const argumentCodecs = {
  text: textCodec({ kind: 'text', maxBytes: Number.POSITIVE_INFINITY }),
  number: numberCodec,
  boolean: codecOf({ kind: 'boolean' }),
  date: dateTimeCodec(3),
  bigint: bigintCodec,
} as const;
