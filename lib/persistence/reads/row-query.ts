import type { literal } from 'sequelize';
import type { SortKey } from './criteria';
import type { Links } from './links';
import type { LinkAlias } from './root-version';
import type { Row } from './row';
import type { SelectOptions } from './select-sql';
import type { Placeholder } from './sql-template';

/** The alias of the count; no field can have this name. */
export const COUNT = 'COUNT(*)';

/** Which rows of a class a statement reads, and which of their columns. */
export interface RowQuery extends Pick<SelectOptions, 'where' | 'deleted' | 'lock' | 'ignoresDefaultScope'> {
  /** The names of fields, of the state of the aggregate, or {@link COUNT}. */
  readonly names: readonly string[];
  readonly order?: readonly SortKey[];
  readonly limit?: number | Placeholder<number>;
  readonly offset?: number | Placeholder<number>;
  /** The rows of a join table to read with them. */
  readonly links?: Links;
  /** The expression of the state of the aggregate, which the rows have under its name. */
  readonly state?: (linkAlias: LinkAlias) => ReturnType<typeof literal>;
}

/** A statement that reads rows. */
export interface ReadStatement {
  /**
   * @param values  in the order of the placeholders
   * @param arrange converts the rows to the result
   */
  read<T>(values: readonly unknown[], arrange: (rows: Row[]) => T): Promise<T>;
}
