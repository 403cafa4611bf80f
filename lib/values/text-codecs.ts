import { type Codec, problem } from './codec';
import type { FieldType } from './field-type';
import { limitOf } from './limits/limit-of';

/** The text of a VARCHAR, CHAR, TEXT or ENUM column. */
export function textCodec(type: Extract<FieldType, { kind: 'string' | 'text' | 'enum' }>): Codec {
  const limit = limitOf(type);
  return {
    read: (json) => (typeof json === 'string' || type.kind === 'enum' ? limit(json) : problem('must be text')),
    write: String,
  };
}

export const uuidCodec: Codec = { read: limitOf({ kind: 'uuid' }), write: String };
