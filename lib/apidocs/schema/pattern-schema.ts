import type { JsonSchema } from './json-schema';

/** Parts of an expression that match single UTF-16 code units without the flag `u`, which JSON Schema implies. */
const MATCHES_CODE_UNITS = /\.|\[\^|\\[DSWP]/;

/** @returns undefined for an expression that would match differently with the flag `u` and no other */
export function patternSchema(literal: string): JsonSchema | undefined {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, Math.max(end, 1)), literal.slice(end + 1)];
  const matchesCodeUnits = MATCHES_CODE_UNITS.test(source.replace(/\\[^DSWP]/g, ''));
  if (source === '' || (flags !== 'u' && (flags !== '' || matchesCodeUnits))) return undefined;
  try {
    new RegExp(source, 'u');
    return { pattern: source };
  } catch {
    return undefined;
  }
}
