import type { ModelAttributeColumnOptions, SaveOptions } from 'sequelize';
import { below, InvalidEntityError, type Violation } from '../../values';
import { takeRow } from '../models/column-rules';
import type { DomainModel, Entity, RowValues } from '../models/domain-model';
import { hasInsertHooks, mayFillFields, mayFillValidated } from '../models/write-hooks';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { classifyDatabaseError, told } from '../unit-of-work/database-faults';
import { ownWrite } from '../unit-of-work/own-write';
import { noteWritten, tracing } from '../unit-of-work/tracing';
import { inUnit } from '../unit-of-work/unit-of-work';

/** Rows of one INSERT: well below what a server takes in one packet. */
export const ROWS_PER_STATEMENT = 500;

/**
 * Inserts new rows of one class, as few statements as possible, and gives them their generated keys.
 *
 * The keys that a driver reports for a multi-row INSERT are a guess, wrong on every cluster; so the server is asked:
 * by RETURNING where it has that, else by the first key and the increment of the connection. Rows of a model with
 * hooks are saved one by one.
 *
 * @throws InvalidEntityError with the violations of all rows, each path beginning with the row's index
 */
export async function insertRows(model: DomainModel, rows: readonly Entity[]): Promise<void> {
  if (rows.length === 1 || hasInsertHooks(model)) return saveEach(model, rows);
  for (const row of rows) setTimestamps(model, row);
  await validateAll(model, rows);
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await told(model, insertChunk(model, rows.slice(start, start + ROWS_PER_STATEMENT)));
  }
}

function setTimestamps(model: DomainModel, row: Entity): void {
  const now = new Date();
  const { createdAt, updatedAt } = model._timestampAttributes;
  for (const name of [createdAt, updatedAt]) {
    if (name !== undefined && !row.get(name)) row.set(name as never, now as never, { raw: true });
  }
}

async function saveEach(model: DomainModel, rows: readonly Entity[]): Promise<void> {
  for (const [index, row] of rows.entries()) await at(index, () => saveFilled(model, row));
}

/** A column that a hook may fill after the validation is asked for its value when the hook has run. */
async function saveFilled(model: DomainModel, row: Entity): Promise<void> {
  const unfilled = mayFillFields(model) ? unfilledColumns(model, row) : [];
  try {
    await row.save({ ...optionsOf(model, unfilled), ...ownWrite(row) });
  } catch (error) {
    const missing = unfilled.filter((name) => isEmpty(row, name));
    throw missing.length > 0 ? withRequired(error, missing) : error;
  }
}

/** `skip`, which the types of Sequelize leave out, goes on to the validation. */
function optionsOf(model: DomainModel, unfilled: readonly string[]): SaveOptions {
  return { ...inUnit(model), ...(mayFillValidated(model) && { skip: unfilled }) };
}

function unfilledColumns(model: DomainModel, row: Entity): string[] {
  const columns = Object.entries(model.getAttributes()) as [string, ModelAttributeColumnOptions][];
  return columns.filter(([name, { allowNull }]) => allowNull === false && isEmpty(row, name)).map(([name]) => name);
}

function isEmpty(row: Entity, name: string): boolean {
  return row.getDataValue(name as never) == null;
}

/**
 * A missing value is required; Sequelize says that it must not be null, and a hook that reads it before says
 * that it cannot read undefined.
 */
function withRequired(error: unknown, missing: readonly string[]): unknown {
  if (error instanceof TypeError) {
    return new InvalidEntityError(missing.map((name) => ({ path: [name], message: 'is required' })));
  }
  const fault = classifyDatabaseError(error);
  if (fault?.kind !== 'invalid') return error;
  return new InvalidEntityError(
    fault.violations.map((violation) => {
      const { path } = violation;
      return missing.includes(String(path[0])) ? { path, message: 'is required' } : violation;
    }),
  );
}

async function validateAll(model: DomainModel, rows: readonly Entity[]): Promise<void> {
  const violations: Violation[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      await at(index, () => row.validate());
    } catch (error) {
      if (!(error instanceof InvalidEntityError)) throw error;
      violations.push(...error.violations);
    }
    violations.push(...below([index], takeRow(model, (row as Entity & RowValues).dataValues, 'name')));
  }
  if (violations.length > 0) throw new InvalidEntityError(violations);
}

/** Puts the index of a row before the path of what is refused of it. */
async function at(index: number, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof InvalidEntityError) throw new InvalidEntityError(below([index], error.violations));
    const fault = classifyDatabaseError(error);
    if (fault?.kind !== 'invalid' || fault.violations.length === 0) throw error;
    throw new InvalidEntityError(below([index], fault.violations));
  }
}

async function insertChunk(model: DomainModel, rows: readonly Entity[]): Promise<void> {
  const key = model.getAttributes()[model.primaryKeyAttribute] as ModelAttributeColumnOptions;
  const isGenerated = key.autoIncrement === true && rows.every((row) => row.get(model.primaryKeyAttribute) == null);
  const sql = insertStatement(model, rows);
  const keys = isGenerated ? await insertedKeys(model, key.field!, sql, rows.length) : await insertOnly(model, sql);
  for (const [index, row] of rows.entries()) {
    if (keys) row.set(model.primaryKeyAttribute as never, keys[index] as never, { raw: true });
    markStored(row);
  }
  if (tracing.units > 0) noteWritten(model, rows, Object.keys(model.getAttributes()));
}

async function insertOnly(model: DomainModel, sql: string): Promise<undefined> {
  await model.sequelize!.query(sql, { type: 'INSERT' as never });
}

/** In the order of the rows: keys of one statement are given out in rising order, but RETURNING may shuffle them. */
async function insertedKeys(model: DomainModel, column: string, sql: string, count: number): Promise<unknown[]> {
  const sequelize = model.sequelize as DomainSequelize;
  if (!sequelize.hasReturning) return keysFrom(sequelize, sql, count);
  // Behind a comment, so that Sequelize takes it for what it is here: a statement that gives rows.
  const returning = `/* keys */ ${sql} RETURNING ${sequelize.getQueryInterface().quoteIdentifier(column)}`;
  const returned = (await sequelize.query(returning, { type: 'SELECT' })) as Record<string, number | string>[];
  return returned.map((row) => row[column]!).sort((one, other) => Number(BigInt(one) - BigInt(other)));
}

/** The keys of a multi-row INSERT are the first one and those that the increment leads to. */
async function keysFrom(sequelize: DomainSequelize, sql: string, count: number): Promise<unknown[]> {
  const [first] = (await sequelize.query(sql, { type: 'INSERT' as never })) as unknown as [number];
  const select = 'SELECT @@auto_increment_increment AS step';
  const [{ step }] = (await sequelize.query(select, { type: 'SELECT' })) as unknown as [{ step: number }];
  return Array.from({ length: count }, (_, index) => first + index * step);
}

interface InsertGenerator {
  bulkInsertQuery(table: unknown, records: object[], options: object, columns: object): string;
}

function insertStatement(model: DomainModel, rows: readonly Entity[]): string {
  const attributes = Object.entries(model.getAttributes()).filter(([name]) => isInserted(model, rows, name));
  const columns = Object.fromEntries(attributes.map(([, column]) => [column.field!, column]));
  const records = rows.map((row) =>
    Object.fromEntries(attributes.map(([name, { field }]) => [field!, row.getDataValue(name as never) ?? null])),
  );
  const { queryGenerator } = model.sequelize!.getQueryInterface() as unknown as { queryGenerator: InsertGenerator };
  return queryGenerator.bulkInsertQuery(model.getTableName(), records, {}, columns).replace(/;$/, '');
}

/** A column without a value in any row is left to its default. */
function isInserted(model: DomainModel, rows: readonly Entity[], name: string): boolean {
  const isVirtual = (model as unknown as { _virtualAttributes: ReadonlySet<string> })._virtualAttributes.has(name);
  return !isVirtual && rows.some((row) => row.getDataValue(name as never) !== undefined);
}

/** As `save` leaves a row behind. */
export function markStored(row: Entity): void {
  const stored = row as unknown as { _previousDataValues: object; dataValues: object; _changed: Set<string> };
  stored._previousDataValues = { ...stored.dataValues };
  stored._changed = new Set();
  row.isNewRecord = false;
}
