import { below, distinct, type Violation } from '../../values';
import { type Adjust, ColumnValueError, fitRow, rulesOf } from '../models/column-rules';
import type { DomainModel } from '../models/domain-model';
import { mayFillValidated } from '../models/write-hooks';
import { valuesOf } from '../sequelize/instance';
import type { ColumnValues, Write } from './write';

/** Sequelize validates a new row before its hooks run, and not again after they have changed it. */
export const WITHOUT_HOOKS = { hooks: false };

/** Whether the instance of a write is to be validated again, with {@link WITHOUT_HOOKS}. */
export function mustValidate({ kind, options, model }: Write): boolean {
  return kind === 'insert' && model !== undefined && options?.validate === true && mayFillValidated(model);
}

/**
 * Checks the values of a write against their columns and adjusts them, in the write and in its instance.
 *
 * @throws ColumnValueError
 */
export function fitToColumns(write: Write): void {
  const { kind, model } = write;
  if (!model || kind === 'increment') return;
  const violations = violationsOf(model, write);
  if (violations.length > 0) throw new ColumnValueError(model, violations);
}

function violationsOf(model: DomainModel, { kind, instance, rows = [], values }: Write): readonly Violation[] {
  if (instance) {
    const held = valuesOf(instance);
    const adjust: Adjust = (name, value) => {
      held[name] = value;
    };
    return [...rows, ...(values ? [values] : [])].flatMap((row) => fitColumns(model, row, adjust));
  }
  const inserted = rows.map((row) => fitColumns(model, row));
  const changed = values ? fitColumns(model, values) : [];
  return kind === 'bulkInsert'
    ? inserted.flatMap((violations, index) => below([index], violations))
    : distinct([...inserted.flat(), ...changed]);
}

/**
 * {@link fitRow} by the names of columns. Sequelize looks them up in the row, where a column such as `constructor` must not
 * be found unless it is set.
 */
function fitColumns(model: DomainModel, row: ColumnValues, adjust?: Adjust): readonly Violation[] {
  if (rulesOf(model).some(({ column }) => column in Object.prototype)) Object.setPrototypeOf(row, null);
  return fitRow(model, row, 'column', adjust);
}
