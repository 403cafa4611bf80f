import { PersistenceError } from '../errors';
import { sqlTokens, sqlWords } from '../schema/shapes/sql-tokens';
import type { MigrationDialect } from './plan/sql-words';

/** The statements of a migration that is written in SQL. */
export interface SqlParts {
  readonly up: readonly string[];
  /** Undefined where the file has no such part: an empty one leads back as well. */
  readonly down?: readonly string[];
}

const PART = /^[ \t]*--[ \t]*(up|down)[ \t]*$/gim;

/** Reads a file with the parts `-- up` and `-- down`. @throws PersistenceError MIGRATION_INVALID */
export function readSqlFile(text: string, file: string, dialect: MigrationDialect): SqlParts {
  const marks = [...text.matchAll(PART)];
  const partOf = (name: string) =>
    marks.flatMap((mark, index) => {
      if (mark[1]!.toLowerCase() !== name) return [];
      return statementsIn(text.slice(mark.index + mark[0].length, marks[index + 1]?.index), dialect);
    });
  if (!marks.some(([, name]) => name!.toLowerCase() === 'up')) throw new PersistenceError('MIGRATION_INVALID', [file]);
  return { up: partOf('up'), down: partOf('down') };
}

/** As {@link readSqlFile} reads it. */
export function sqlFileOf(up: readonly string[], down: readonly string[], comments: readonly string[] = []): string {
  const ended = (statements: readonly string[]) => statements.map((statement) => `${statement};\n`).join('\n');
  const told = comments.map((line) => `-- ${line}\n`).join('');
  return `${told}${told && '\n'}-- up\n${ended(up)}\n-- down\n${ended(down)}`;
}

const WITH_BODY = new Set(['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT']);

/** Ends statements at semicolons, but not at those in quotes, comments, or the bodies of triggers. */
export function statementsIn(text: string, dialect: MigrationDialect): string[] {
  const found: string[] = [];
  let statement = '';
  const end = () => {
    if (statement.trim() !== '') found.push(statement.trim());
    statement = '';
  };
  for (const { kind, text: part } of sqlTokens(text, dialect === 'mysql')) {
    if (kind !== 'code') {
      if (kind === 'quoted' || statement.trim() !== '') statement += part;
      continue;
    }
    for (const [index, piece] of part.split(';').entries()) {
      if (index > 0 && isInBody(statement)) statement += ';';
      else if (index > 0) end();
      statement += piece;
    }
  }
  end();
  return found;
}

/** Whether a semicolon ends a statement inside of another one. */
function isInBody(statement: string): boolean {
  const words = sqlWords(statement).map(({ text }) => text.toUpperCase());
  const makes = words[0] === 'CREATE' && words.slice(1, 8).some((word) => WITH_BODY.has(word));
  return makes && words.includes('BEGIN') && words.at(-1) !== 'END';
}
