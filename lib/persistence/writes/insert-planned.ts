import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type FieldValues, modelOf, type StoredRow } from '../models/domain-model';
import { hasInsertHooks, hasSharedWriteHooks } from '../models/write-hooks';
import { needsInstances } from '../reads/code-run-on-reads';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { noteWritten, tracing } from '../unit-of-work/tracing';
import { sendReturning, sendWrite } from './driver-write';
import { ROWS_PER_STATEMENT } from './insert-rows';
import { refusing } from './refused-values';
import { MISFIT, type PlannedColumn, type RowPlan, rowPlanOf, sqlOf } from './row-plan';
import { storedEntity } from './stored-entity';
import { WrittenRow } from './written-row';

/** A row to be, by the names of the fields. */
type NewRow = Record<string, unknown>;

/** Whether rows of the class are inserted without code of the domain that could notice. */
function planOf(model: DomainModel): RowPlan | undefined {
  const plan = rowPlanOf(model);
  if (!plan || plan.hasOwnDefaults || hasInsertHooks(model) || hasSharedWriteHooks(model)) return undefined;
  return plan;
}

/** Whether so many rows of the class are inserted by one statement, which tells their keys. */
export function isOneInsert(model: DomainModel, count: number): boolean {
  if (count === 1) return true;
  const { hasReturning } = model.sequelize as DomainSequelize;
  return hasReturning && count <= ROWS_PER_STATEMENT && planOf(model) !== undefined;
}

/**
 * Inserts rows of a class that has no code of its own for it; instances are made of them only where the class has code
 * that sees how its fields are read.
 *
 * @returns undefined, and nothing is written, where instances have to write them, or tell why they cannot
 * @throws InvalidEntityError where the database refuses a value
 */
export async function insertPlanned(
  entity: EntityMetadata,
  values: readonly FieldValues[],
): Promise<StoredRow[] | undefined> {
  const model = modelOf(entity.type);
  const plan = planOf(model);
  const rows = plan && newRows(plan, values);
  if (!rows) return undefined;
  // The database tells which value it refuses, but not of which of several rows.
  if (rows.length === 1) await refusing(entity, () => insertChunk(model, plan, rows), [0]);
  else await refusing(entity, () => insertAll(model, plan, rows));
  const written = needsInstances(entity)
    ? rows.map((row) => storedEntity(model, row))
    : rows.map((row) => new WrittenRow(row));
  if (tracing.units > 0) noteWritten(model, written, [...plan.byName.keys()]);
  return written;
}

/** The values with the defaults of the columns; undefined where one does not fit. */
function newRows(plan: RowPlan, values: readonly FieldValues[]): NewRow[] | undefined {
  const now = new Date();
  const shared: NewRow = {};
  for (const column of plan.columns) if (column.isInitialShared) shared[column.name] = initialIn(column, now);
  const rows: NewRow[] = [];
  for (const given of values) {
    const row = newRow(plan, given, shared, now);
    if (!row) return undefined;
    rows.push(row);
  }
  return rows;
}

/** @param shared what all rows have where no value is given */
function newRow({ columns, byName }: RowPlan, given: FieldValues, shared: NewRow, now: Date): NewRow | undefined {
  for (const name in given) if (!byName.has(name)) return undefined;
  const row: NewRow = {};
  for (const column of columns) {
    const { name, keep, isInitialShared } = column;
    const value = given[name];
    const kept = value !== undefined ? keep(value) : isInitialShared ? shared[name] : initialIn(column, now);
    if (kept === MISFIT) return undefined;
    if (kept !== undefined) row[name] = kept;
  }
  return row;
}

function initialIn({ keep, initial }: PlannedColumn, now: Date): unknown {
  const value = initial?.(now);
  return value === undefined ? undefined : keep(value);
}

async function insertAll(model: DomainModel, plan: RowPlan, rows: readonly NewRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await insertChunk(model, plan, rows.slice(start, start + ROWS_PER_STATEMENT));
  }
}

async function insertChunk(model: DomainModel, plan: RowPlan, rows: readonly NewRow[]): Promise<void> {
  const { key, isKeyGenerated } = plan;
  const isKeyless = isKeyGenerated && rows.every((row) => row[key.name] === null);
  const sql = insertSql(plan, rows, isKeyless);
  if (isKeyless && rows.length > 1) {
    const keys = await insertedKeys(model, plan, sql, rows.length);
    for (const [index, row] of rows.entries()) row[key.name] = keys[index];
  } else {
    const { firstKey } = await sendWrite(model, sql);
    if (isKeyless) rows[0]![key.name] = firstKey;
  }
}

/** One statement for all rows. What none of them has a value for is left to the default of its column. */
function insertSql({ table, columns, key }: RowPlan, rows: readonly NewRow[], isKeyless: boolean): string {
  const written = columns.filter(
    (column) => !(isKeyless && column === key) && rows.some((row) => row[column.name] !== undefined),
  );
  let sql = `INSERT INTO ${table} (${written.map(({ quoted }) => quoted).join(',')}) VALUES `;
  let before = '(';
  for (const row of rows) {
    for (const column of written) {
      sql += before + sqlOf(column, row[column.name]);
      before = ',';
    }
    before = '),(';
  }
  return `${sql})`;
}

/** In the order of the rows: keys of one statement are given out in rising order, but RETURNING may shuffle them. */
async function insertedKeys(model: DomainModel, plan: RowPlan, sql: string, count: number): Promise<unknown[]> {
  const sequelize = model.sequelize as DomainSequelize;
  if (!sequelize.hasReturning) return keysFrom(model, sql, count);
  const keys = await sendReturning(model, `${sql} RETURNING ${plan.key.quoted}`);
  return keys.sort(byNumber);
}

/** Beyond ±(2^53−1) a driver gives text. */
function byNumber(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Number(BigInt(one) - BigInt(other));
}

/** The keys of a multi-row INSERT are the first one and those that the increment leads to. */
async function keysFrom(model: DomainModel, sql: string, count: number): Promise<unknown[]> {
  const { firstKey } = await sendWrite(model, sql);
  const select = 'SELECT @@auto_increment_increment AS step';
  const [{ step }] = (await model.sequelize!.query(select, { type: 'SELECT' })) as unknown as [{ step: number }];
  return Array.from({ length: count }, (_, index) => Number(firstKey) + index * step);
}
