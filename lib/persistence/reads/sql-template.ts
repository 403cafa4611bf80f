type WriteSql<T> = (value: T) => string;

/** Knows how its value is written wherever it stands in a statement. */
export interface ValueWriter {
  writer(number: number): WriteSql<unknown>;
}

/** Stands in criteria for a value that comes with each request. */
export class Placeholder<T = unknown> implements ValueWriter {
  readonly #writers: WriteSql<T>[] = [];

  constructor(private readonly index: number) {}

  /** Text that is replaced by the SQL of the value, once that is known. */
  written(write: WriteSql<T>): string {
    this.#writers.push(write);
    return `\0${this.index}.${this.#writers.length - 1}\0`;
  }

  writer(number: number): WriteSql<unknown> {
    return this.#writers[number] as WriteSql<unknown>;
  }
}

/** The SQL of a value: at once, or when the value of the placeholder is known. */
export function sqlOf<T>(value: T | Placeholder<T>, write: WriteSql<T>): string {
  return value instanceof Placeholder ? value.written(write) : write(value);
}

/** A value's place in a statement, and the text that follows it. */
interface Slot {
  readonly index: number;
  readonly write: WriteSql<unknown>;
  readonly after: string;
}

/** The text of a statement with places for values. Each value is written as a literal by the rules of its column. */
export class SqlTemplate {
  readonly #before: string;
  readonly #slots: readonly Slot[];

  /** @param placeholders in the order of their indexes, all that stand in the text */
  constructor(sql: string, placeholders: readonly ValueWriter[]) {
    const [before = '', ...parts] = sql.split('\0');
    this.#before = before;
    const names = parts.filter((_, at) => at % 2 === 0).map((name) => name.split('.').map(Number));
    this.#slots = names.map(([index = 0, number = 0], at) => ({
      index,
      write: placeholders[index]!.writer(number),
      after: parts[at * 2 + 1] ?? '',
    }));
  }

  /** @param values in the order of the placeholders */
  fill(values: readonly unknown[]): string {
    let sql = this.#before;
    for (const { index, write, after } of this.#slots) sql += write(values[index]) + after;
    return sql;
  }
}
