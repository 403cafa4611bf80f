import type { FieldMetadata } from '../../metadata';
import type { DomainModel } from '../models/domain-model';
import { columnTerm, textLiteral } from './column-term';

/** Whether a search on the field is case-insensitive. */
export function ignoresCase({ searchable, type }: FieldMetadata): boolean {
  return searchable?.ignoreCase === true && (type.kind === 'string' || type.kind === 'text');
}

/** The condition that the column equals a text, ignoring case. */
export function matchesText(model: DomainModel, field: FieldMetadata, text: string): string {
  return matches(model, field, [text]);
}

/** The condition that the column matches a pattern, in which only `*` is special. */
export function matchesPattern(model: DomainModel, field: FieldMetadata, pattern: string): string {
  return matches(model, field, pattern.split(/\*+/));
}

/** @param parts of the pattern, between its wildcards */
function matches(model: DomainModel, field: FieldMetadata, parts: readonly string[]): string {
  const { sql } = columnTerm(model, field);
  if (model.sequelize!.getDialect() === 'sqlite') {
    return `${sql} GLOB ${textLiteral(model, parts.map((part) => globOf(part, ignoresCase(field))).join('*'))}`;
  }
  const pattern = textLiteral(model, parts.map((part) => part.replace(/[%_|]/g, '|$&')).join('%'));
  return ignoresCase(field) ? `LOWER(${sql}) LIKE LOWER(${pattern}) ESCAPE '|'` : `${sql} LIKE ${pattern} ESCAPE '|'`;
}

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
