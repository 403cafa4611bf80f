import type { FieldMetadata } from '../../metadata';
import type { DomainModel } from '../models/domain-model';
import { columnTerm, textLiteral } from './column-term';

/** Whether a search takes upper and lower case for the same. */
export function ignoresCase({ searchable, type }: FieldMetadata): boolean {
  return searchable?.ignoreCase === true && (type.kind === 'string' || type.kind === 'text');
}

/** The column holds that text, in upper or lower case. */
export function matchesText(model: DomainModel, field: FieldMetadata, text: string): string {
  return matches(model, field, [text]);
}

/** The column holds that text, where `*` stands for any characters and nothing else is special. */
export function matchesPattern(model: DomainModel, field: FieldMetadata, pattern: string): string {
  return matches(model, field, pattern.split(/\*+/));
}

/** @param parts with anything between them */
function matches(model: DomainModel, field: FieldMetadata, parts: readonly string[]): string {
  const { sql } = columnTerm(model, field);
  if (model.sequelize!.getDialect() === 'sqlite') {
    return `${sql} GLOB ${textLiteral(model, parts.map((part) => globOf(part, ignoresCase(field))).join('*'))}`;
  }
  const pattern = textLiteral(model, parts.map((part) => part.replace(/[%_|]/g, '|$&')).join('%'));
  return ignoresCase(field) ? `LOWER(${sql}) LIKE LOWER(${pattern}) ESCAPE '|'` : `${sql} LIKE ${pattern} ESCAPE '|'`;
}

/** LIKE and LOWER of SQLite know the case of ASCII letters alone, so a letter becomes a choice: `é` → `[éÉ]`. */
function globOf(text: string, anyCase: boolean): string {
  return [...text].map((character) => oneOf(anyCase ? casesOf(character) : [character])).join('');
}

function oneOf(characters: readonly string[]): string {
  const isPlain = characters.length === 1 && !/[*?[]/.test(characters[0]!);
  return isPlain ? characters[0]! : `[${characters.join('')}]`;
}

/** Those that are the same character in lower case. */
function casesOf(character: string): string[] {
  const lower = character.toLowerCase();
  const candidates = [character, lower, character.toUpperCase()];
  return [...new Set(candidates)].filter((one) => [...one].length === 1 && one.toLowerCase() === lower);
}
