import type { FieldType } from '../../values';

/** The kinds of columns whose values are strings that rules for text apply to. */
export const TEXT_KINDS: ReadonlySet<FieldType['kind']> = new Set(['string', 'text', 'enum']);

/** The kinds of columns that rules for numbers apply to. */
export const NUMBER_KINDS: ReadonlySet<FieldType['kind']> = new Set(['integer', 'float', 'decimal']);

/** Whether values are free text. */
export function isFreeText({ kind }: FieldType): boolean {
  return kind === 'string' || kind === 'text';
}
