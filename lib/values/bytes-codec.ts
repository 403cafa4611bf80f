import { type Codec, problem } from './codec';
import type { FieldType } from './field-type';
import { limitOf } from './limits/limit-of';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a BLOB or BINARY: base64 in JSON, or a `Buffer` from formats with binary values. */
export function bytesCodec(type: Extract<FieldType, { kind: 'bytes' }>): Codec {
  const limit = limitOf(type);
  return {
    read(json) {
      if (Buffer.isBuffer(json)) return limit(json);
      if (typeof json !== 'string' || json.length % 4 !== 0 || !BASE64.test(json)) return problem('must be base64');
      return limit(Buffer.from(json, 'base64'));
    },
    write: (value) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value))).toString('base64'),
  };
}
