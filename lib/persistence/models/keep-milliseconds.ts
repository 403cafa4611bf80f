import { literal, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import { dialectOf } from '../dialects/dialect-of';
import { functionIn } from '../sequelize/expressions';
import { dateColumns, decimalsOf, hasPrecision, setDecimals } from './date-precision';
import type { DomainModel } from './domain-model';

/** The precision of a JavaScript Date. */
const DEFAULT_DECIMALS = 3;

/**
 * Gives DATE columns without a declared precision milliseconds, and the default `CURRENT_TIMESTAMP` the precision of its
 * column.
 */
export function keepMilliseconds(model: DomainModel): void {
  const { currentTime } = dialectOf(model.sequelize!).values;
  for (const column of dateColumns(model)) {
    if (!hasPrecision(column)) setDecimals(column, { length: DEFAULT_DECIMALS });
    adjustDefault(column, (expression) => currentTime(expression, decimalsOf(column)));
  }
  model.refreshAttributes();
}

function adjustDefault(column: ModelAttributeColumnOptions, adjust: (expression: string) => string): void {
  const { defaultValue } = column;
  const expression = defaultValue instanceof Utils.Literal ? String(defaultValue.val) : callOf(defaultValue);
  const adjusted = expression === undefined ? undefined : adjust(expression);
  if (adjusted !== undefined && adjusted !== expression) column.defaultValue = literal(adjusted);
}

/** A call of a function without arguments. */
function callOf(value: unknown): string | undefined {
  const called = functionIn(value);
  return called?.args.length === 0 ? `${called.fn}()` : undefined;
}
