import type { StoredRow } from '../models/domain-model';

/** The values of a written row, without an instance of the model. */
export class WrittenRow implements StoredRow {
  /** @param values by field, as instances hold them; the row keeps this object */
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
