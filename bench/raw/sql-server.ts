/** A row of the driver: strings, numbers and null. */
export type Row = Readonly<Record<string, string | number | null>>;
export type Value = string | number | null;

/** The database interface of the raw server: prepared statements, and a transaction on one connection. */
export interface SqlServer {
  all(sql: string, values: readonly Value[]): Promise<Row[]>;
  /** @returns the number of changed rows */
  run(sql: string, values: readonly Value[]): Promise<number>;
  /** @returns the id of the first row; the ids of the other rows follow without gaps */
  insert(sql: string, values: readonly Value[], rows: number): Promise<number>;
  transaction<T>(work: (connection: SqlServer) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
