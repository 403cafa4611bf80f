/** The severity of a difference between models and database. */
export type Severity =
  /** Requests would fail, or values be truncated: `validate` stops the start. */
  | 'error'
  /** The database does not enforce what the model declares: `validate` logs it. */
  | 'warning'
  /** The database has more than the models declare. */
  | 'note';

export const DIFFERENCE_CODES = [
  'TABLE_MISSING',
  'TABLE_EXTRA',
  'COLUMN_MISSING',
  'COLUMN_EXTRA',
  'TYPE_DIFFERS',
  'NULL_DIFFERS',
  'DEFAULT_DIFFERS',
  'KEY_DIFFERS',
  'INDEX_MISSING',
  'INDEX_EXTRA',
  'UNIQUE_MISSING',
  'UNIQUE_EXTRA',
  'FOREIGN_KEY_MISSING',
  'FOREIGN_KEY_EXTRA',
  'FULL_TEXT_MISSING',
] as const;

export type DifferenceCode = (typeof DIFFERENCE_CODES)[number];

/** One difference between models and database. */
export interface Difference {
  readonly code: DifferenceCode;
  readonly severity: Severity;
  /** The class; undefined for a table without one. */
  readonly model?: string;
  readonly field?: string;
  readonly table: string;
  /** The column, or the columns of an index or a key, separated by commas. */
  readonly column?: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** Whether `hbm2ddl.auto: update` removes the difference, by adding what is missing. */
  readonly isAdded?: true;
}

/** The difference in one line. */
export function sentenceOf(difference: Difference): string {
  const { expected, found, remedy } = difference;
  return `${placeOf(difference)}: the model has ${expected}, the database has ${found}. ${remedy}`;
}

/** `Order.status (orders.status)`. */
export function placeOf({ model, field, table, column }: Difference): string {
  const owner = [model, field].filter((name) => name !== undefined).join('.');
  const place = column === undefined ? table : `${table}.${column}`;
  return owner === '' ? place : `${owner} (${place})`;
}
