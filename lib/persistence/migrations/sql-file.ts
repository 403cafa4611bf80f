import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import { type SqlRules, sqlTokens, wordsOf } from '../sql-tokens';
import { RoutineBody } from './routine-body';

/** The statements of a migration in a SQL file. */
export interface SqlParts {
  readonly up: readonly string[];
  /** Undefined if the file has no such part; an empty part reverts the migration without a statement. */
  readonly down?: readonly string[];
}

const PART = /^[ \t]*--[ \t]*(up|down)[ \t]*$/gim;

/** Reads a file with the parts `-- up` and `-- down`. @throws PersistenceError MIGRATION_INVALID */
export function readSqlFile(text: string, file: string, { syntax }: Dialect): SqlParts {
  const marks = [...text.matchAll(PART)];
  const hasPart = (name: string) => marks.some(([, mark]) => mark!.toLowerCase() === name);
  const partOf = (name: string) =>
    marks.flatMap((mark, index) => {
      if (mark[1]!.toLowerCase() !== name) return [];
      return statementsIn(text.slice(mark.index + mark[0].length, marks[index + 1]?.index), syntax);
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

/** Splits SQL at semicolons, except for those in quotes, comments and bodies of triggers. */
export function statementsIn(text: string, rules: SqlRules): string[] {
  const found: string[] = [];
  let statement = '';
  let body = new RoutineBody();
  const end = () => {
    if (body.isBegun) found.push(statement.trim());
    statement = '';
    body = new RoutineBody();
  };
  for (const token of sqlTokens(text, rules)) {
    if (token.kind === 'comment' && !body.isBegun) continue;
    if (token.kind === 'quoted') body.read(token.text);
    let written = 0;
    for (const { text: word, start } of token.kind === 'code' ? wordsOf(token) : []) {
      if (word !== ';' || body.isOpen) {
        body.read(word);
        continue;
      }
      statement += token.text.slice(written, start - token.start);
      written = start - token.start + 1;
      end();
    }
    statement += token.text.slice(written);
  }
  end();
  return found;
}
