import type { DomainModel, FieldValues } from '../models/domain-model';

/** Rows as they were written, by field. */
export type RowsByModel = ReadonlyMap<DomainModel, readonly FieldValues[]>;

/** The rows that a transaction has inserted, to tell what is stored without reading it. */
export class InsertedRows {
  readonly #rows = new Map<DomainModel, FieldValues[]>();
  #statements = 0;

  /** @param statements the number of those that the rows took */
  note(model: DomainModel, rows: readonly FieldValues[], statements: number): void {
    const known = this.#rows.get(model) ?? [];
    this.#rows.set(model, known);
    for (const row of rows) known.push(copyOf(row));
    this.#statements += statements;
  }

  /**
   * All rows that the transaction has written; undefined if it has sent anything else, which may have changed them.
   *
   * @param sent the number of its statements
   */
  all(sent: number): RowsByModel | undefined {
    return this.#statements === sent ? this.#rows : undefined;
  }
}

/** Hooks after the INSERT may change a date in place. */
function copyOf(row: FieldValues): FieldValues {
  const copy: Record<string, unknown> = { ...row };
  for (const name in copy) if (copy[name] instanceof Date) copy[name] = new Date(copy[name]);
  return copy;
}
