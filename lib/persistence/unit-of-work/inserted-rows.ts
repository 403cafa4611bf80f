import type { DomainModel, FieldValues } from '../models/domain-model';

/** Rows as they were written, by field. */
export type RowsByModel = ReadonlyMap<DomainModel, readonly FieldValues[]>;

/** The rows that a transaction has inserted, to tell what is stored without reading it. */
export class InsertedRows {
  readonly #rows = new Map<DomainModel, FieldValues[]>();
  #statements = 0;

  /** @param statements the number of those that the rows took */
  note(model: DomainModel, rows: readonly FieldValues[], statements: number): void {
    const known = this.#rows.get(model);
    if (known) for (const row of rows) known.push(row);
    else this.#rows.set(model, [...rows]);
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
