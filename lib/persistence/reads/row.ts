import type { DriverRow } from '../statements/driver-rows';
import type { ColumnReader } from './column-reader';

/** A row as responses show it: an entity, or the values alone. */
export interface Row {
  get(name: string): unknown;
}

/** Where a row of the driver has the value of a field, and how it is read. */
export interface SelectedColumn extends ColumnReader {
  readonly at: string | number;
}

/** The values that a SELECT has read, without an instance of the model around them. */
export class SelectedRow implements Row {
  constructor(
    /** Shared by all rows of a statement. */
    readonly columns: ReadonlyMap<string, SelectedColumn>,
    private readonly values: DriverRow,
  ) {}

  /** Undefined for a field that was not selected. */
  get(name: string): unknown {
    const column = this.columns.get(name);
    if (column === undefined) return undefined;
    const value = this.values[column.at] ?? null;
    return value === null ? null : column.read(value);
  }

  /** The value of a field that was selected, as responses show it. */
  json(name: string): unknown {
    const column = this.columns.get(name)!;
    const value = this.values[column.at] ?? null;
    return value === null ? null : column.json(value);
  }
}
