import type { JsonSchema } from './json-schema';

/** Parts of an expression that count UTF-16 units where it has no flag `u`: JSON Schema has it always. */
const COUNTS_UNITS = /\.|\[\^|\\[DSWP]/;

/** @returns undefined for an expression that JSON Schema, which has the flag `u` alone, would read differently */
export function patternSchema(literal: string): JsonSchema | undefined {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, Math.max(end, 1)), literal.slice(end + 1)];
  const countsUnits = COUNTS_UNITS.test(source.replace(/\\[^DSWP]/g, ''));
  if (source === '' || (flags !== 'u' && (flags !== '' || countsUnits))) return undefined;
  try {
    new RegExp(source, 'u');
    return { pattern: source };
  } catch {
    return undefined;
  }
}
