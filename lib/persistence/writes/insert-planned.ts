import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type Entity, modelOf } from '../models/domain-model';
import type { FieldValues } from '../models/field-values';
import { hasInsertHooks, hasSharedWriteHooks } from '../models/write-hooks';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { sendReturning, sendWrite } from './driver-write';
import {
  areKeysGenerated,
  type InsertPlan,
  insertPlanOf,
  insertSql,
  type PlannedRow,
  plannedRows,
} from './insert-plan';
import { at, ROWS_PER_STATEMENT } from './insert-rows';
import { refusing } from './refused-values';

/**
 * Inserts rows of a class that has no code of its own for it, and makes instances of them afterwards.
 *
 * @returns undefined, and nothing is written, where instances have to write them
 * @throws InvalidEntityError where the database refuses a value
 */
export async function insertPlanned(
  entity: EntityMetadata,
  values: readonly FieldValues[],
): Promise<Entity[] | undefined> {
  const model = modelOf(entity.type);
  const plan = insertPlanOf(model);
  if (!plan || hasInsertHooks(model) || hasSharedWriteHooks(model)) return undefined;
  const rows = plannedRows(plan, values);
  if (!rows) return undefined;
  await refusing(entity, () =>
    rows.length === 1 ? at(0, () => insertChunk(model, plan, rows)) : insertAll(model, plan, rows),
  );
  return rows.map((row) => model.build(row, { isNewRecord: false, raw: true }));
}

async function insertAll(model: DomainModel, plan: InsertPlan, rows: readonly PlannedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await insertChunk(model, plan, rows.slice(start, start + ROWS_PER_STATEMENT));
  }
}

async function insertChunk(model: DomainModel, plan: InsertPlan, rows: readonly PlannedRow[]): Promise<void> {
  const sql = insertSql(plan, rows);
  if (!areKeysGenerated(plan, rows)) return void (await sendWrite(model, sql));
  const keys = await insertedKeys(model, plan, sql, rows.length);
  for (const [index, row] of rows.entries()) row[plan.generated!.name] = keys[index];
}

/** In the order of the rows: keys of one statement are given out in rising order, but RETURNING may shuffle them. */
async function insertedKeys(model: DomainModel, plan: InsertPlan, sql: string, count: number): Promise<unknown[]> {
  const sequelize = model.sequelize as DomainSequelize;
  if (count === 1 || !sequelize.hasReturning) return keysFrom(model, sql, count);
  const keys = await sendReturning(model, `${sql} RETURNING ${plan.generated!.quoted}`);
  return keys.sort((one, other) => Number(BigInt(one) - BigInt(other)));
}

/** The keys of a multi-row INSERT are the first one and those that the increment leads to. */
async function keysFrom(model: DomainModel, sql: string, count: number): Promise<unknown[]> {
  const { firstKey } = await sendWrite(model, sql);
  if (count === 1) return [firstKey];
  const select = 'SELECT @@auto_increment_increment AS step';
  const [{ step }] = (await model.sequelize!.query(select, { type: 'SELECT' })) as unknown as [{ step: number }];
  return Array.from({ length: count }, (_, index) => Number(firstKey) + index * step);
}
