import type { FieldMetadata } from '../../metadata';
import type { EntityKey } from '../../persistence';
import { codecOf } from '../../values';

/**
 * Reads a key from the text in a path.
 *
 * @returns undefined for text that is not exactly a key of that type (`abc`, `1e3`, `007`, blank): the entity counts as
 *   not found, and the text never reaches the database, which would coerce it
 */
export function readKey({ type }: FieldMetadata, text: string): EntityKey | undefined {
  if (text.trim() === '') return undefined;
  if (type.kind !== 'integer') return readTyped(type, text, text);
  return /^(0|-?[1-9]\d{0,19})$/.test(text) ? readTyped(type, Number(text), text) : undefined;
}

function readTyped(type: FieldMetadata['type'], value: unknown, text: string): EntityKey | undefined {
  const codec = codecOf(type);
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  const reading = codec.read(isExact ? value : text);
  if ('problem' in reading || String(codec.write(reading.value)) !== text) return undefined;
  return reading.value as EntityKey;
}
