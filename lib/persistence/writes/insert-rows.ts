import type { ModelAttributeColumnOptions, SaveOptions } from 'sequelize';
import { below, InvalidEntityError, type Violation } from '../../values';
import { fitRow } from '../models/column-rules';
import type { DomainModel, Entity, RowValues } from '../models/domain-model';
import { queryGeneratorOf } from '../models/query-generator';
import { hasInsertHooks, mayFillFields, mayFillValidated } from '../models/write-hooks';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { classifyDatabaseError, recordFault } from '../unit-of-work/database-faults';
import { ownWrite } from '../unit-of-work/own-write';
import { noteWritten, tracing } from '../unit-of-work/tracing';
import { inUnit } from '../unit-of-work/unit-of-work';

/** The number of rows in one INSERT, well below the packet size of a server. */
export const ROWS_PER_STATEMENT = 500;

/**
 * Inserts new rows of one class in as few statements as possible, and sets their generated keys.
 *
 * Drivers guess the keys of a multi-row INSERT, wrongly on clusters; so they are read by RETURNING, or computed from the
 * first key and the increment of the connection. Rows of a model with hooks are saved one by one.
 *
 * @throws InvalidEntityError with the violations of all rows, each path beginning with the row's index
 */
export async function insertRows(model: DomainModel, rows: readonly Entity[]): Promise<void> {
  if (rows.length === 1 || hasInsertHooks(model)) return saveEach(model, rows);
  for (const row of rows) setTimestamps(model, row);
  await validateAll(model, rows);
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await recordFault(model, insertChunk(model, rows.slice(start, start + ROWS_PER_STATEMENT)));
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

/** Saves a row; columns that hooks may fill are checked for missing values after the hooks have run. */
async function saveFilled(model: DomainModel, row: Entity): Promise<void> {
  const unfilled = mayFillFields(model) ? unfilledColumns(model, row) : [];
  try {
    await row.save({ ...optionsOf(model, unfilled), ...ownWrite(row) });
  } catch (error) {
    const missing = unfilled.filter((name) => isEmpty(row, name));
    throw missing.length > 0 ? withRequired(error, missing) : error;
  }
}

/** The option `skip`, which Sequelize's types leave out, is passed on to the validation. */
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

/** Reports missing values as required: Sequelize reports that they must not be null, a hook fails with a TypeError. */
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
    violations.push(...below([index], fitRow(model, (row as Entity & RowValues).dataValues, 'name')));
  }
  if (violations.length > 0) throw new InvalidEntityError(violations);
}

/** The paths of violations begin with the index of the row. */
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

/** In the order of the rows: keys are generated in rising order, but RETURNING may return them in any order. */
async function insertedKeys(model: DomainModel, column: string, sql: string, count: number): Promise<unknown[]> {
  const sequelize = model.sequelize as DomainSequelize;
  if (!sequelize.hasReturning) return keysFrom(sequelize, sql, count);
  // The comment makes Sequelize treat it as a statement that returns rows.
  const returning = `/* keys */ ${sql} RETURNING ${sequelize.getQueryInterface().quoteIdentifier(column)}`;
  const returned = (await sequelize.query(returning, { type: 'SELECT' })) as Record<string, number | string>[];
  return returned.map((row) => row[column]!).sort((one, other) => Number(BigInt(one) - BigInt(other)));
}

/** The keys of a multi-row INSERT: the first one, and further ones by the increment of the connection. */
async function keysFrom(sequelize: DomainSequelize, sql: string, count: number): Promise<unknown[]> {
  const [first] = (await sequelize.query(sql, { type: 'INSERT' as never })) as unknown as [number];
  const select = 'SELECT @@auto_increment_increment AS step';
  const [{ step }] = (await sequelize.query(select, { type: 'SELECT' })) as unknown as [{ step: number }];
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function insertStatement(model: DomainModel, rows: readonly Entity[]): string {
  const attributes = Object.entries(model.getAttributes()).filter(([name]) => isInserted(model, rows, name));
  const columns = Object.fromEntries(attributes.map(([, column]) => [column.field!, column]));
  const records = rows.map((row) =>
    Object.fromEntries(attributes.map(([name, { field }]) => [field!, row.getDataValue(name as never) ?? null])),
  );
  return queryGeneratorOf(model).bulkInsertQuery(model.getTableName(), records, {}, columns).replace(/;$/, '');
}

/** A column without a value in any row is left out, so that its default applies. */
function isInserted(model: DomainModel, rows: readonly Entity[], name: string): boolean {
  const isVirtual = (model as unknown as { _virtualAttributes: ReadonlySet<string> })._virtualAttributes.has(name);
  return !isVirtual && rows.some((row) => row.getDataValue(name as never) !== undefined);
}

/** Marks an instance as saved and unchanged, as `save` does. */
export function markStored(row: Entity): void {
  const stored = row as unknown as { _previousDataValues: object; dataValues: object; _changed: Set<string> };
  stored._previousDataValues = { ...stored.dataValues };
  stored._changed = new Set();
  row.isNewRecord = false;
}
