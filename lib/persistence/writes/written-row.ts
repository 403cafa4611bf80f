import type { StoredRow } from '../models/domain-model';

/** A row as it was written, without an instance of the model around it. */
export class WrittenRow implements StoredRow {
  /** @param values by the names of the fields, as instances hold them; the row keeps them */
  constructor(private readonly values: Record<string, unknown>) {}

  get(): Record<string, unknown>;
  get(name: string): unknown;
  get(name?: string): unknown {
    return name === undefined ? this.values : this.values[name];
  }

  set(values: object): void {
    Object.assign(this.values, values);
  }
}
