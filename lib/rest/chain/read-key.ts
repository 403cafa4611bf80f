import type { FieldMetadata } from '../../metadata';
import type { EntityKey } from '../../persistence';
import { codecOf } from '../../values';

/**
 * A key from the text in a path; undefined for text that no key of that type is written as (`abc`, `1e3`, `007`, blank):
 * it counts as missing and never reaches the database, which would coerce it.
 */
export function readKey({ type }: FieldMetadata, text: string): EntityKey | undefined {
  if (text.trim() === '') return undefined;
  if (type.kind === 'integer')
    return /^(0|-?[1-9]\d{0,19})$/.test(text) ? readTyped(type, Number(text), text) : undefined;
  return readTyped(type, text, text);
}

function readTyped(type: FieldMetadata['type'], value: unknown, text: string): EntityKey | undefined {
  const codec = codecOf(type);
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  const reading = codec.read(isExact ? value : text);
  if ('problem' in reading || String(codec.write(reading.value)) !== text) return undefined;
  return reading.value as EntityKey;
}
