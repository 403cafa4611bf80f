import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type FieldValues, modelOf, type StoredRow } from '../models/domain-model';
import { hasInsertHooks, hasSharedWriteHooks } from '../models/write-hooks';
import { needsInstances } from '../reads/code-run-on-reads';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { noteWritten, tracing } from '../unit-of-work/tracing';
import { sendReturning, sendWrite } from './driver-write';
import { ROWS_PER_STATEMENT } from './insert-rows';
import { MISFIT, type PlannedColumn, type RowPlan, rowPlanOf, sqlOf } from './row-plan';
import { storedEntity } from './stored-entity';
import { withViolations } from './with-violations';
import { WrittenRow } from './written-row';

/** A row to be inserted, by field. */
type NewRow = Record<string, unknown>;

/** The plan of rows that are inserted without domain code; undefined if a class has defaults or hooks of its own. */
function planOf(model: DomainModel): RowPlan | undefined {
  const plan = rowPlanOf(model);
  if (!plan || plan.hasOwnDefaults || hasInsertHooks(model) || hasSharedWriteHooks(model)) return undefined;
  return plan;
}

/** Whether `count` rows of the class are inserted by one statement that returns their keys. */
export function isOneInsert(model: DomainModel, count: number): boolean {
  if (count === 1) return true;
  const { hasReturning } = model.sequelize as DomainSequelize;
  return hasReturning && count <= ROWS_PER_STATEMENT && planOf(model) !== undefined;
}

/**
 * Inserts rows of a class without code of its own for inserts. Instances are created only if the class has code that
 * runs when its fields are read.
 *
 * @returns undefined, and nothing is written, if instances have to insert the rows, or to report what is invalid
 * @throws InvalidEntityError when the database rejects a value
 */
export async function insertPlanned(
  entity: EntityMetadata,
  values: readonly FieldValues[],
): Promise<StoredRow[] | undefined> {
  const model = modelOf(entity.type);
  const plan = planOf(model);
  const rows = plan && newRows(plan, values);
  if (!rows) return undefined;
  // The database says which value it rejects, but not in which of several rows.
  if (rows.length === 1) await withViolations(entity, () => insertChunk(model, plan, rows), [0]);
  else await withViolations(entity, () => insertAll(model, plan, rows));
  const written = needsInstances(entity)
    ? rows.map((row) => storedEntity(model, row))
    : rows.map((row) => new WrittenRow(row));
  if (tracing.units > 0) noteWritten(model, written, [...plan.byName.keys()]);
  return written;
}

/** The values with the defaults of the columns; undefined if a value does not fit its column. */
function newRows(plan: RowPlan, values: readonly FieldValues[]): NewRow[] | undefined {
  const now = new Date();
  const shared: NewRow = {};
  for (const column of plan.columns) if (column.isInitialShared) shared[column.name] = initialIn(column, now);
  const rows: NewRow[] = [];
  for (const entityValues of values) {
    const row = newRow(plan, entityValues, shared, now);
    if (!row) return undefined;
    rows.push(row);
  }
  return rows;
}

/** @param shared the defaults that are the same for all rows */
function newRow({ columns, byName }: RowPlan, values: FieldValues, shared: NewRow, now: Date): NewRow | undefined {
  for (const name in values) if (!byName.has(name)) return undefined;
  const row: NewRow = {};
  for (const column of columns) {
    const { name, toStored, isInitialShared } = column;
    const value = values[name];
    const stored = value !== undefined ? toStored(value) : isInitialShared ? shared[name] : initialIn(column, now);
    if (stored === MISFIT) return undefined;
    if (stored !== undefined) row[name] = stored;
  }
  return row;
}

function initialIn({ toStored, initial }: PlannedColumn, now: Date): unknown {
  const value = initial?.(now);
  return value === undefined ? undefined : toStored(value);
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

/** One statement for all rows. A column without a value in any row is left out, so that its default applies. */
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

/** In the order of the rows: keys are generated in rising order, but RETURNING may return them in any order. */
async function insertedKeys(model: DomainModel, plan: RowPlan, sql: string, count: number): Promise<unknown[]> {
  const sequelize = model.sequelize as DomainSequelize;
  if (!sequelize.hasReturning) return keysFrom(model, sql, count);
  const keys = await sendReturning(model, `${sql} RETURNING ${plan.key.quoted}`);
  return keys.sort(byNumber);
}

/** A driver returns text for keys beyond ±(2^53−1). */
function byNumber(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Number(BigInt(one) - BigInt(other));
}

/** The keys of a multi-row INSERT: the first one, and further ones by the increment of the connection. */
async function keysFrom(model: DomainModel, sql: string, count: number): Promise<unknown[]> {
  const { firstKey } = await sendWrite(model, sql);
  const select = 'SELECT @@auto_increment_increment AS step';
  const [{ step }] = (await model.sequelize!.query(select, { type: 'SELECT' })) as unknown as [{ step: number }];
  return Array.from({ length: count }, (_, index) => Number(firstKey) + index * step);
}
