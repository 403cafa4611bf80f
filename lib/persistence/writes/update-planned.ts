import { OptimisticLockError } from 'sequelize';
import type { DomainModel, Entity, RowValues } from '../models/domain-model';
import { hasSharedWriteHooks, hasUpdateHooks } from '../models/write-hooks';
import { noteWritten, tracing } from '../unit-of-work/tracing';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { sendWrite } from './driver-write';
import { markStored } from './insert-rows';
import { MISFIT, type PlannedColumn, type RowPlan, rowPlanOf, sqlOf } from './row-plan';

/**
 * Saves the changed fields of an instance of a class without code of its own for updates. The version must be that of
 * the row, and is incremented.
 *
 * @returns false, and nothing is written, if the instance has to save itself, or to report what is invalid
 * @throws OptimisticLockError as `save` does
 */
export async function savePlanned(row: Entity): Promise<boolean> {
  const model = row.constructor as DomainModel;
  if (!isSavedPlainly(model)) return false;
  const plan = rowPlanOf(model)!;
  const { dataValues } = row as Entity & RowValues;
  const changes = changesOf(plan, row.changed() || [], dataValues);
  if (!changes) return false;
  currentUnit(model.sequelize!)?.remember(row);
  const { rows } = await sendWrite(model, updateSql(plan, changes, dataValues));
  if (rows < 1 && plan.version) throw new OptimisticLockError({ modelName: model.name, values: changes });
  Object.assign(dataValues, changes);
  markStored(row);
  if (tracing.units > 0) noteWritten(model, [row], Object.keys(changes));
  return true;
}

/** Whether rows of the class are updated without domain code. */
export function isSavedPlainly(model: DomainModel): boolean {
  return rowPlanOf(model)?.hasOwnDefaults === false && !hasUpdateHooks(model) && !hasSharedWriteHooks(model);
}

/** The changes with version and `updatedAt`; undefined if a value does not fit its column. */
function changesOf(
  { byName, key, version, updatedAt }: RowPlan,
  names: readonly string[],
  values: RowValues['dataValues'],
): Record<string, unknown> | undefined {
  const changes: Record<string, unknown> = {};
  if ([key, version].some((column) => column && (values[column.name] ?? null) === null)) return undefined;
  for (const name of names) {
    const column = byName.get(name);
    if (!column || column === key || column === version) return undefined;
    if (values[name] !== undefined) changes[name] = column.toStored(values[name]);
  }
  if (updatedAt) changes[updatedAt.name] = updatedAt.toStored(new Date());
  if (version) changes[version.name] = version.toStored(Number(values[version.name]) + 1);
  return Object.values(changes).includes(MISFIT) ? undefined : changes;
}

function updateSql({ table, byName, key, version }: RowPlan, changes: object, values: RowValues['dataValues']): string {
  const equal = (column: PlannedColumn, value: unknown) => `${column.quoted}=${sqlOf(column, value)}`;
  const set = Object.entries(changes).map(([name, value]) => equal(byName.get(name)!, value));
  const where = [key, ...(version ? [version] : [])].map((column) => equal(column, values[column.name]));
  return `UPDATE ${table} SET ${set.join(',')} WHERE ${where.join(' AND ')}`;
}
