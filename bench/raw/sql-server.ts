/** A row of the driver: strings, numbers and null. */
export type Row = Readonly<Record<string, string | number | null>>;
export type Value = string | number | null;

/** The database interface of the raw server: prepared statements, and a transaction on one connection. */
export interface SqlServer {
  all(sql: string, values: readonly Value[]): Promise<Row[]>;
  /** @returns how many rows were changed */
  run(sql: string, values: readonly Value[]): Promise<number>;
  /** @returns the first of the ids; those of further rows follow it one by one */
  insert(sql: string, values: readonly Value[], rows: number): Promise<number>;
  transaction<T>(work: (connection: SqlServer) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
