import { below, InvalidEntityError, type Violation } from '../../values';
import { ClassValidators } from '../models/class-validators';
import { columnViolation } from '../models/column-rules';
import type { DomainModel, FieldValues } from '../models/domain-model';
import { violationOfItem } from '../models/violation-message';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { errorAt } from './at-path';
import { type PlannedColumn, type RowPlan, rowPlanOf } from './row-plan';
import { type FittedRow, insertRows, isOneInsert } from './send-rows';

/**
 * Inserts rows of a class without code that runs on instances.
 *
 * @param values only of columns
 * @returns the rows with their defaults and generated keys, in the order of the values
 * @throws InvalidEntityError with the violations of all rows, each path beginning with the row's index
 */
export async function insertValues(model: DomainModel, values: readonly FieldValues[]): Promise<readonly FittedRow[]> {
  const plan = rowPlanOf(model);
  const validators = ClassValidators.of(model);
  const now = new Date();
  const shared: FittedRow = {};
  for (const column of plan.columns) {
    if (column.isInitialShared && column.initial) shared[column.name] = column.initial(now);
  }
  const rows: FittedRow[] = [];
  const violations: Violation[] = [];
  for (const [index, one] of values.entries()) {
    const row = rowWithDefaults(plan, one, shared, now);
    rows.push(row);
    const found = violationsOf(plan, validators, row);
    if (found) violations.push(...below([index], found));
  }
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const unit = currentUnit(model.sequelize!);
  if (unit?.isSolo && isOneInsert(model, rows)) unit.endWithNextWrite();
  try {
    await insertRows(model, rows);
  } catch (error) {
    // The database says which value it rejects, but not in which of several rows.
    throw rows.length === 1 ? errorAt([0], error) : error;
  }
  return rows;
}

/** @param shared the defaults that are the same for all rows */
function rowWithDefaults({ columns }: RowPlan, values: FieldValues, shared: FittedRow, now: Date): FittedRow {
  const row: FittedRow = {};
  for (const { name, isInitialShared, initial } of columns) {
    const given = values[name];
    const value = given !== undefined ? given : isInitialShared ? shared[name] : initial?.(now);
    if (value !== undefined) row[name] = value;
  }
  return row;
}

/** Replaces the values by those that the columns hold. Of a missing value the database decides. */
function violationsOf({ byName }: RowPlan, validators: ClassValidators, row: FittedRow): Violation[] | undefined {
  let violations: Violation[] | undefined;
  for (const name in row) {
    const { hold } = byName.get(name) as PlannedColumn;
    const fitted = hold(row[name]);
    if (!('problem' in fitted)) row[name] = fitted.value;
    else {
      violations ??= [];
      violations.push(columnViolation(name, fitted.problem, row[name]));
    }
  }
  if (validators.isEmpty) return violations;
  const reported = new Set(violations?.map(({ path: [name] }) => name));
  const errors = validators.errorsOf({ values: row, instance: null, skip: reported as Set<string> });
  return errors.length > 0 ? [...(violations ?? []), ...errors.map(violationOfItem)] : violations;
}
