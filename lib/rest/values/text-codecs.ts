import { type Codec, problem, type Reading } from './codec';

/** VARCHAR counts characters, not bytes or UTF-16 units. */
export function stringCodec(maxLength: number, isPadded = false): Codec {
  return {
    read(json) {
      const reading = readText(json);
      if ('problem' in reading) return reading;
      const text = reading.value as string;
      if ([...text].length > maxLength) return problem(`must not be longer than ${maxLength} characters`);
      return isPadded && text.endsWith(' ') ? problem('must not end with a blank') : reading;
    },
    write: String,
  };
}

/** TEXT counts bytes. */
export function textCodec(maxBytes: number): Codec {
  return {
    read(json) {
      const reading = readText(json);
      if ('problem' in reading || Buffer.byteLength(reading.value as string) <= maxBytes) return reading;
      return problem(`must not be longer than ${maxBytes} bytes`);
    },
    write: String,
  };
}

export function enumCodec(values: readonly string[]): Codec {
  return {
    read: (json) =>
      values.includes(json as string) ? { value: json } : problem(`must be one of ${values.join(', ')}`),
    write: String,
  };
}

export const uuidCodec: Codec = {
  read: (json) =>
    typeof json === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(json)
      ? { value: json.toLowerCase() }
      : problem('must be a UUID'),
  write: String,
};

/** A NUL character or half of a surrogate pair would not come back from every database as it went in. */
function readText(json: unknown): Reading {
  if (typeof json !== 'string') return problem('must be text');
  if (json.includes('\0')) return problem('must not hold the character U+0000');
  return /\p{Surrogate}/u.test(json) ? problem('must be valid Unicode text') : { value: json };
}
