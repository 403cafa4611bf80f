/** The objects of CREATE, of which some have a body of statements. */
const OBJECTS = new Set([
  ...['TABLE', 'INDEX', 'VIEW', 'SEQUENCE', 'DATABASE', 'SCHEMA', 'USER', 'ROLE', 'SERVER'],
  ...['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT'],
]);
const WITH_BODY = new Set(['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT']);

/** Blocks that begin with a word of their own and end with it: END IF. */
const NAMED_ENDS = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);

/** Finds out word by word whether a statement is inside the body of a trigger or a routine, whose semicolons do not end it. */
export class RoutineBody {
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
