import type { FieldMetadata } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
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
  const literal = (text: string) => textLiteral(model, text);
  return dialectOf(model.sequelize!).comparison.matches(sql, { parts, ignoresCase: ignoresCase(field), literal });
}
