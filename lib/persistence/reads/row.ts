import type { DriverRow } from '../dialects/dialect';
import { NoDate } from '../models/stored-values';
import type { ColumnReader } from './column-reader';

/** A row of a response: an entity, or plain values. */
export interface Row {
  get(name: string): unknown;
}

export interface SelectedColumn extends ColumnReader {
  /** The key of the value in a row of the driver. */
  readonly at: string | number;
}

/** The values of a SELECT, without an instance of the model. */
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

  /** The value of the column, also where the field has a getter. */
  stored(name: string): unknown {
    return SelectedRow.prototype.get.call(this, name);
  }

  /** A selected date that reads as null though the column has a value. */
  noDate(name: string): NoDate | undefined {
    const column = this.columns.get(name);
    const value = column?.isDate ? (this.values[column.at] ?? null) : null;
    return value !== null && column!.read(value) === null ? new NoDate(String(value)) : undefined;
  }

  /** The value of a selected field in a JSON response. */
  json(name: string): unknown {
    const column = this.columns.get(name)!;
    const value = this.values[column.at] ?? null;
    return value === null ? null : column.json(value);
  }
}
