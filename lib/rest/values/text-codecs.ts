import type { FieldType } from '../../metadata';
import { limitOf } from '../../persistence';
import { type Codec, problem } from './codec';

/** Text that its column can hold: of a VARCHAR, CHAR, TEXT or ENUM. */
export function textCodec(type: Extract<FieldType, { kind: 'string' | 'text' | 'enum' }>): Codec {
  const limit = limitOf(type);
  return {
    read: (json) => (typeof json === 'string' || type.kind === 'enum' ? limit(json) : problem('must be text')),
    write: String,
  };
}

const uuidLimit = limitOf({ kind: 'uuid' });

export const uuidCodec: Codec = {
  read: (json) => uuidLimit(typeof json === 'string' ? json.toLowerCase() : json),
  write: String,
};
