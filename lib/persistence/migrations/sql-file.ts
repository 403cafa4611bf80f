import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import { type SqlRules, sqlTokens, wordsOf } from '../sql-tokens';

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

/** The objects of CREATE, of which some have a body of statements. */
const OBJECTS = new Set([
  ...['TABLE', 'INDEX', 'VIEW', 'SEQUENCE', 'DATABASE', 'SCHEMA', 'USER', 'ROLE', 'SERVER'],
  ...['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT'],
]);
const WITH_BODY = new Set(['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT']);

/** Blocks that begin with a word of their own and end with it: END IF. */
const NAMED_ENDS = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);

/** Finds out word by word whether a statement is inside the body of a trigger or a routine, whose semicolons do not end it. */
class RoutineBody {
  #isBegun = false;
  #isCreating = false;
  #object?: string;
  #depth = 0;
  #before = '';
  /** Whether the word before was the END of a block. */
  #hasEnded = false;

  /** Whether the statement has a word. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Whether the next semicolon belongs to the body. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** @param word the next word of the statement, which may be a single character */
  read(word: string): void {
    const name = word.toUpperCase();
    if (!this.#isBegun) this.#isCreating = name === 'CREATE';
    this.#isBegun = true;
    if (this.#isCreating && this.#before !== '.') this.#count(name);
    this.#before = name;
  }

  #count(name: string): void {
    this.#object ??= OBJECTS.has(name) ? name : undefined;
    if (!WITH_BODY.has(this.#object ?? '')) return;
    const isAfterEnd = this.#before === 'END';
    if (name === 'BEGIN' || (name === 'CASE' && !isAfterEnd)) this.#depth += 1;
    // It has ended a block whose beginning was not counted.
    if (this.#hasEnded && NAMED_ENDS.has(name)) this.#depth += 1;
    this.#hasEnded = name === 'END' && this.isOpen;
    if (this.#hasEnded) this.#depth -= 1;
  }
}
