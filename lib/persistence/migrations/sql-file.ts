import { PersistenceError } from '../errors';
import { sqlTokens, sqlWords } from '../sql-tokens';
import type { MigrationDialect } from './plan/sql-words';

/** The statements of a migration in a SQL file. */
export interface SqlParts {
  readonly up: readonly string[];
  /** Undefined if the file has no such part; an empty part reverts the migration without a statement. */
  readonly down?: readonly string[];
}

const PART = /^[ \t]*--[ \t]*(up|down)[ \t]*$/gim;

/** Reads a file with the parts `-- up` and `-- down`. @throws PersistenceError MIGRATION_INVALID */
export function readSqlFile(text: string, file: string, dialect: MigrationDialect): SqlParts {
  const marks = [...text.matchAll(PART)];
  const hasPart = (name: string) => marks.some(([, mark]) => mark!.toLowerCase() === name);
  const partOf = (name: string) =>
    marks.flatMap((mark, index) => {
      if (mark[1]!.toLowerCase() !== name) return [];
      return statementsIn(text.slice(mark.index + mark[0].length, marks[index + 1]?.index), dialect);
    });
  if (!hasPart('up')) throw new PersistenceError('MIGRATION_INVALID', [file]);
  return { up: partOf('up'), ...(hasPart('down') && { down: partOf('down') }) };
}

/** Writes a file that {@link readSqlFile} reads. */
export function sqlFileOf(up: readonly string[], down: readonly string[], comments: readonly string[] = []): string {
  const ended = (statements: readonly string[]) => statements.map((statement) => `${statement};\n`).join('\n');
  const header = comments.map((line) => `-- ${line}\n`).join('');
  return `${header}${header && '\n'}-- up\n${ended(up)}\n-- down\n${ended(down)}`;
}

const WITH_BODY = new Set(['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT']);

/** Splits SQL at semicolons, except for those in quotes, comments and bodies of triggers. */
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

/** Whether the statement is an unfinished body of a trigger or a procedure, in which a semicolon does not end it. */
function isInBody(statement: string): boolean {
  const words = sqlWords(statement).map(({ text }) => text.toUpperCase());
  const makes = words[0] === 'CREATE' && words.slice(1, 8).some((word) => WITH_BODY.has(word));
  return makes && words.includes('BEGIN') && words.at(-1) !== 'END';
}
