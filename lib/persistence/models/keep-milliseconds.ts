import { literal, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import { dateColumns, decimalsOf, isPrecise, setDecimals } from './date-precision';
import type { DomainModel } from './domain-model';

/** Milliseconds: what a Date of JavaScript holds, and what every client sends that writes one. */
const DEFAULT_DECIMALS = 3;

/**
 * Gives a DATE whose model names no precision that of milliseconds. A default that is the current time of the database
 * has the decimals of its column, too.
 */
export function keepMilliseconds(model: DomainModel): void {
  const isSqlite = model.sequelize!.getDialect() === 'sqlite';
  for (const column of dateColumns(model)) {
    const isNamed = isPrecise(column);
    if (!isNamed) setDecimals(column, { length: DEFAULT_DECIMALS });
    if (isSqlite) adjustDefault(column, likeWritten);
    else if (!isNamed) adjustDefault(column, withMilliseconds);
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

/** `CURRENT_TIMESTAMP`, `NOW()` and their like, without decimals of their own. */
const CURRENT_TIME = /\b(?:CURRENT_TIMESTAMP|NOW)\b(?:\(\))?(?!\()/gi;

/** MySQL takes the current time for a default only with the decimals of its column. */
function withMilliseconds(expression: string): string {
  return expression.replace(CURRENT_TIME, `CURRENT_TIMESTAMP(${DEFAULT_DECIMALS})`);
}

/** SQLite keeps instants as text: one that it writes itself must be found and sorted like those that are written here. */
function likeWritten(expression: string, column: ModelAttributeColumnOptions): string {
  if (!/^(?:CURRENT_TIMESTAMP|NOW)(?:\(\))?$/i.test(expression)) return expression;
  const seconds = decimalsOf(column) === 0 ? '%S.000' : '%f';
  return `(strftime('%Y-%m-%d %H:%M:${seconds} +00:00', 'now'))`;
}
