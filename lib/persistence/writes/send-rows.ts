import { QueryTypes } from 'sequelize';
import type { Written } from '../dialects/dialect';
import type { DomainModel } from '../models/domain-model';
import { hasQueryHooks } from '../models/write-hooks';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { sendReturning, sendWrite } from './driver-write';
import type { Matching } from './matching';
import { noteMatching } from './note-stored';
import { type PlannedColumn, type RowPlan, rowPlanOf } from './row-plan';

/** The number of rows in one INSERT, well below the packet size of a server. */
export const ROWS_PER_STATEMENT = 500;

/** The values of a row, by field. They fit their columns. */
export type FittedRow = Record<string, unknown>;

/**
 * Inserts rows in as few statements as possible, and sets their generated keys.
 *
 * Drivers guess the keys of a multi-row INSERT, wrongly on clusters; so they are read by RETURNING, or computed from the
 * first key and the increment of the connection.
 */
export async function insertRows(model: DomainModel, rows: readonly FittedRow[]): Promise<void> {
  const plan = rowPlanOf(model);
  const chunks = chunksOf(plan, rows);
  const unit = currentUnit(model.sequelize!);
  if (unit?.acceptsAlone && unit.sendsAlone && !(await unit.acceptsAlone(model, rows))) unit.isSolo = false;
  const insert = async () => {
    let statements = 0;
    for (const chunk of chunks) statements += await insertChunk(model, plan, chunk);
    if (unit && !unit.isWaiting) unit.root.inserted?.note(model, rows, statements);
  };
  await (chunks.length === 1 ? insert() : (model.sequelize as DomainSequelize).unitOfWork(insert));
}

/** Whether the rows are inserted by one statement, which returns their keys. */
export function isOneInsert(model: DomainModel, rows: readonly FittedRow[]): boolean {
  const plan = rowPlanOf(model);
  const [chunk = [], ...others] = chunksOf(plan, rows);
  if (others.length > 0 || chunk.length === 0) return false;
  return chunk.length === 1 || !isKeyless(plan, chunk[0]!) || (model.sequelize as DomainSequelize).hasReturning;
}

type Chunk = readonly FittedRow[];

/** The rows of each statement: long values go alone, rows with keys apart from those whose keys are generated. */
function chunksOf(plan: RowPlan, rows: readonly FittedRow[]): readonly Chunk[] {
  if (rows.length <= 1) return [rows];
  if (hasLongValues(plan, rows)) return rows.map((row) => [row]);
  return byKeys(plan, rows).flatMap((some) => {
    const starts = Array.from(
      { length: Math.ceil(some.length / ROWS_PER_STATEMENT) },
      (_, at) => at * ROWS_PER_STATEMENT,
    );
    return starts.map((start) => some.slice(start, start + ROWS_PER_STATEMENT));
  });
}

function hasLongValues({ longColumns }: RowPlan, rows: Chunk): boolean {
  return longColumns.some(({ name, isLong }) => rows.some((row) => isLong!(row[name])));
}

/** Rows with keys and rows whose keys are generated go in statements of their own. */
function byKeys(plan: RowPlan, rows: Chunk): readonly Chunk[] {
  const keyless = rows.filter((row) => isKeyless(plan, row));
  if (keyless.length === 0 || keyless.length === rows.length) return [rows];
  return [rows.filter((row) => !isKeyless(plan, row)), keyless];
}

function isKeyless({ keys, isKeyGenerated }: RowPlan, row: FittedRow): boolean {
  return isKeyGenerated && (row[keys[0]!.name] ?? null) === null;
}

/** @returns the number of statements */
async function insertChunk(model: DomainModel, plan: RowPlan, rows: Chunk): Promise<number> {
  const isGenerated = isKeyless(plan, rows[0]!);
  const statement = new Statement(model);
  statement.insert(plan, rows, isGenerated);
  if (!isGenerated || rows.length === 1) {
    const { firstKey } = await sendWrite(model, statement);
    if (isGenerated) rows[0]![plan.keys[0]!.name] = firstKey;
    return 1;
  }
  const { keys, statements } = await insertedKeys(model, plan, statement, rows.length);
  for (const [index, row] of rows.entries()) row[plan.keys[0]!.name] = keys[index];
  return statements;
}

interface InsertedKeys {
  readonly keys: readonly unknown[];
  readonly statements: number;
}

/** In the order of the rows: keys are generated in rising order, but RETURNING may return them in any order. */
async function insertedKeys(
  model: DomainModel,
  plan: RowPlan,
  statement: Statement,
  count: number,
): Promise<InsertedKeys> {
  const sequelize = model.sequelize as DomainSequelize;
  if (sequelize.hasReturning) {
    const keys = await sendReturning(model, `${statement.sql} RETURNING ${plan.keys[0]!.quoted}`);
    return { keys: keys.sort(byNumber), statements: 1 };
  }
  const { firstKey } = await sendWrite(model, statement);
  const [row] = await sequelize.query<{ step: number }>(KEY_STEP, { type: QueryTypes.SELECT });
  return { keys: Array.from({ length: count }, (_, index) => Number(firstKey) + index * row!.step), statements: 2 };
}

const KEY_STEP = 'SELECT @@auto_increment_increment AS step';

/** A driver returns text for keys beyond ±(2^53−1). */
function byNumber(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Number(BigInt(one) - BigInt(other));
}

/** Sets columns of the rows that match; returns the number of rows. */
export async function updateRows(model: DomainModel, changes: FittedRow, matching: Matching): Promise<number> {
  if (matching.some(([, values]) => values.length === 0)) return 0;
  await noteMatching(model, matching, Object.keys(changes));
  return updateRow(model, changes, matching);
}

/** {@link updateRows} for a row that the caller records itself. */
export async function updateRow(model: DomainModel, changes: FittedRow, matching: Matching): Promise<number> {
  const plan = rowPlanOf(model);
  const statement = new Statement(model);
  statement.add(`UPDATE ${plan.table} SET `);
  let before = '';
  for (const name in changes) {
    const column = plan.byName.get(name)!;
    statement.add(`${before}${column.quoted}=${statement.value(column, changes[name])}`);
    before = ',';
  }
  return (await send(model, statement, matching)).rows;
}

/** Deletes the rows that match; returns their number. */
export async function deleteRows(model: DomainModel, matching: Matching): Promise<number> {
  if (matching.some(([, values]) => values.length === 0)) return 0;
  await noteMatching(model, matching, []);
  const statement = new Statement(model).add(`DELETE FROM ${rowPlanOf(model).table}`);
  return (await send(model, statement, matching)).rows;
}

function send(model: DomainModel, statement: Statement, matching: Matching): Promise<Written> {
  let before = ' WHERE ';
  for (const [column, values] of matching) {
    statement.add(before).oneOf(column, values);
    before = ' AND ';
  }
  return sendWrite(model, statement);
}

/** A statement in the making. Long values become placeholders. */
class Statement {
  sql = '';
  readonly values: unknown[] = [];
  /** Hooks that see all statements see all values in them. */
  readonly #mayBind: boolean;

  constructor({ sequelize }: DomainModel) {
    this.#mayBind = !hasQueryHooks(sequelize as DomainSequelize);
  }

  add(sql: string): this {
    this.sql += sql;
    return this;
  }

  /** The SQL of a value. */
  value(column: PlannedColumn, value: unknown): string {
    if (value === null || value === undefined) return 'NULL';
    if (!column.isLong?.(value) || !this.#mayBind) return column.literal(value);
    this.values.push(value);
    return '?';
  }

  oneOf(column: PlannedColumn, values: readonly unknown[]): this {
    const list = values.map((value) => this.value(column, value));
    this.sql += list.length === 1 ? `${column.quoted}=${list[0]}` : `${column.quoted} IN (${list.join(',')})`;
    return this;
  }

  /** A column without a value in any row is left out, so that its default applies. */
  insert({ table, columns, keys: [key] }: RowPlan, rows: readonly FittedRow[], isKeyGenerated: boolean): this {
    const written = columns.filter(
      (column) => !(isKeyGenerated && column === key) && rows.some((row) => row[column.name] !== undefined),
    );
    if (written.length === 0) written.push(key!);
    this.sql = `INSERT INTO ${table} (${written.map(({ quoted }) => quoted).join(',')}) VALUES `;
    let before = '(';
    for (const row of rows) {
      for (const column of written) {
        this.sql += before + this.value(column, row[column.name]);
        before = ',';
      }
      before = '),(';
    }
    this.sql += ')';
    return this;
  }
}
