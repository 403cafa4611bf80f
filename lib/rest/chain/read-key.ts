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
  const isInteger = type.kind === 'integer';
  if (isInteger && !INTEGER.test(text)) return undefined;
  const { read, write } = codecOf(type);
  const reading = read(isInteger && Number.isSafeInteger(Number(text)) ? Number(text) : text);
  if ('problem' in reading || !(isInteger || String(write(reading.value)) === text)) return undefined;
  return reading.value as EntityKey;
}

/** As an integer is written: no other text has its value. */
const INTEGER = /^(0|-?[1-9]\d{0,19})$/;
