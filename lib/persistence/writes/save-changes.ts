import { OptimisticLockError } from 'sequelize';
import type { DomainModel, Entity, FieldValues } from '../models/domain-model';
import { valuesOf } from '../sequelize/instance';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { noteWritten } from '../unit-of-work/tracing';
import { currentUnit, inUnit } from '../unit-of-work/unit-of-work';
import { isIncremented } from './root-versions';
import { type PlannedColumn, type RowPlan, rowPlanOf } from './row-plan';
import { SavedInstance } from './saved-instance';
import { updateRow } from './send-rows';
import { writingCode } from './writing-code';

/**
 * Saves the changed fields of an instance with its hooks. The version must be that of the row, and is incremented
 * unless the transaction has done so already.
 *
 * @throws OptimisticLockError as `save` does
 */
export async function saveChanges(row: Entity): Promise<void> {
  const model = row.constructor as DomainModel;
  const plan = rowPlanOf(model);
  if (writingCode(model).isSavedByItself || !isNamed(plan, row)) return void (await row.save(inUnit(model)));
  const unit = currentUnit(model.sequelize!);
  unit?.remember(row);
  const values = valuesOf(row);
  const saved = new SavedInstance(row);
  let changes: Awaited<ReturnType<SavedInstance['before']>> = {};
  await (model.sequelize as DomainSequelize).hookStatements.watch(model, async () => {
    changes = await saved.before();
  });
  if (row.changed() === false) return;
  const { keys, version } = plan;
  const identifying = version ? [...keys, version] : keys;
  const matching = identifying.map((column) => [column, [values[column.name]]] as const);
  const isCounted = version && !isIncremented(model, values[keys[0]!.name]);
  if (isCounted) changes[version.name] = nextVersion(version, values);
  unit?.endWithNextWrite();
  const count = await updateRow(model, changes, matching);
  if (count < 1 && version) throw new OptimisticLockError({ modelName: model.name, values: changes });
  saved.store(changes);
  noteWritten(model, [row], Object.keys(changes));
  await saved.after();
}

/** Whether the instance has its keys and its version, which have not changed. */
function isNamed({ keys, version }: RowPlan, row: Entity): boolean {
  const values = valuesOf(row);
  const columns = version ? [...keys, version] : keys;
  return columns.every(({ name }) => (values[name] ?? null) !== null && !row.changed(name as never));
}

function nextVersion({ name, hold }: PlannedColumn, values: FieldValues): unknown {
  const next = Number(values[name]) + 1;
  const fitted = hold(next);
  return 'problem' in fitted ? next : fitted.value;
}
