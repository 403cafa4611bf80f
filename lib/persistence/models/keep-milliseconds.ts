import { literal, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import { dateColumns, decimalsOf, hasPrecision, setDecimals } from './date-precision';
import type { DomainModel } from './domain-model';

/** The precision of a JavaScript Date. */
const DEFAULT_DECIMALS = 3;

/**
 * Gives DATE columns without a declared precision milliseconds, and the default `CURRENT_TIMESTAMP` the precision of its
 * column.
 */
export function keepMilliseconds(model: DomainModel): void {
  const isSqlite = model.sequelize!.getDialect() === 'sqlite';
  for (const column of dateColumns(model)) {
    if (!hasPrecision(column)) setDecimals(column, { length: DEFAULT_DECIMALS });
    if (isSqlite) adjustDefault(column, inStoredFormat);
    else if (decimalsOf(column) > 0) adjustDefault(column, withDecimals);
  }
  model.refreshAttributes();
}

type Adjust = (expression: string, column: ModelAttributeColumnOptions) => string;

function adjustDefault(column: ModelAttributeColumnOptions, adjust: Adjust): void {
  const { defaultValue } = column;
  if (defaultValue instanceof Utils.Literal) column.defaultValue = literal(adjust(String(defaultValue.val), column));
  if (!(defaultValue instanceof Utils.Fn)) return;
  const { fn: name, args } = defaultValue as unknown as { readonly fn: string; readonly args: readonly unknown[] };
  if (args.length === 0) column.defaultValue = literal(adjust(`${name}()`, column));
}

/** `CURRENT_TIMESTAMP`, `NOW()` and the like, without a precision. */
const CURRENT_TIME = /\b(?:CURRENT_TIMESTAMP|NOW)\b(?:\(\))?(?!\()/gi;

/** MySQL requires the precision of the column in the default; MariaDB would store whole seconds without it. */
function withDecimals(expression: string, column: ModelAttributeColumnOptions): string {
  return expression.replace(CURRENT_TIME, `CURRENT_TIMESTAMP(${decimalsOf(column)})`);
}

/** SQLite stores datetimes as text, so that its defaults need the format of the values that are written here. */
function inStoredFormat(expression: string, column: ModelAttributeColumnOptions): string {
  if (!/^(?:CURRENT_TIMESTAMP|NOW)(?:\(\))?$/i.test(expression)) return expression;
  const seconds = decimalsOf(column) === 0 ? '%S.000' : '%f';
  return `(strftime('%Y-%m-%d %H:%M:${seconds} +00:00', 'now'))`;
}
