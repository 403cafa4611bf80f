import type { Comparison } from '../dialect';

export const comparison: Comparison = {
  usesCollations: false,
  matches: (sql, { parts, ignoresCase, literal }) =>
    `${sql} GLOB ${literal(parts.map((part) => globOf(part, ignoresCase)).join('*'))}`,
  rowText: (name, columns) =>
    [
      name,
      ...columns.map(({ sql }) => `CASE typeof(${sql}) WHEN 'text' THEN 't' || hex(${sql}) ELSE quote(${sql}) END`),
    ].join(` || ${BETWEEN} || `),
};

/** The separator of columns; no quoted value contains it outside of its quotes. */
const BETWEEN = "','";

/** LIKE and LOWER of SQLite fold ASCII letters only, so a letter becomes a character class: `é` → `[éÉ]`. */
function globOf(text: string, anyCase: boolean): string {
  return [...text].map((character) => globClass(anyCase ? casesOf(character) : [character])).join('');
}

function globClass(characters: readonly string[]): string {
  const isPlain = characters.length === 1 && !/[*?[]/.test(characters[0]!);
  return isPlain ? characters[0]! : `[${characters.join('')}]`;
}

/** The single characters with the same lower-case form. */
function casesOf(character: string): string[] {
  const lower = character.toLowerCase();
  const candidates = [character, lower, character.toUpperCase()];
  return [...new Set(candidates)].filter((one) => [...one].length === 1 && one.toLowerCase() === lower);
}
