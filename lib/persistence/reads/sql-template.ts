type WriteSql<T> = (value: T) => string;

/** The SQL writers of a value, one for each occurrence in a statement. */
export interface ValueWriter {
  writer(number: number): WriteSql<unknown>;
}

/** Stands in criteria for a value that differs from request to request. */
export class Placeholder<T = unknown> implements ValueWriter {
  readonly #writers: WriteSql<T>[] = [];

  constructor(private readonly index: number) {}

  /** A marker that {@link SqlTemplate} replaces by the SQL of the value. */
  sql(write: WriteSql<T>): string {
    this.#writers.push(write);
    return `\0${this.index}.${this.#writers.length - 1}\0`;
  }

  writer(number: number): WriteSql<unknown> {
    return this.#writers[number] as WriteSql<unknown>;
  }
}

/** The SQL of a value, or the marker of a placeholder. */
export function sqlOf<T>(value: T | Placeholder<T>, write: WriteSql<T>): string {
  return value instanceof Placeholder ? value.sql(write) : write(value);
}

/** A value in a statement, and the text that follows it. */
interface Slot {
  readonly index: number;
  readonly write: WriteSql<unknown>;
  readonly after: string;
}

/** The text of a statement with placeholders, which are replaced by literals of their columns. */
export class SqlTemplate {
  readonly #before: string;
  readonly #slots: readonly Slot[];

  /** @param placeholders all of the text, by index */
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
