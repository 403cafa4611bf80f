import { literal, type ModelAttributeColumnOptions, type QueryInterface, type Transaction } from 'sequelize';
import { ownValue } from '../../foundation';
import { below, distinct, type Violation } from '../../values';
import { type Adjust, ColumnValueError, fitRow, rulesOf } from '../models/column-rules';
import type { DomainModel, Entity, RowValues } from '../models/domain-model';
import { queryGeneratorOf } from '../models/query-generator';
import { mayFillValidated } from '../models/write-hooks';
import { recordFault } from '../unit-of-work/database-faults';
import { applySharedDeletionTime } from './shared-deletion-time';
import { exactAmounts, verifyIncrement } from './verify-increment';

type Row = Record<string, unknown>;
type Instance = RowValues & Pick<Entity, 'validate'> & { readonly constructor: DomainModel };
type Options =
  | { readonly model?: DomainModel; readonly validate?: boolean; readonly transaction?: Transaction | null }
  | undefined;

/** Sequelize validates a new row before its hooks run, and not again after they have changed it. */
const WITHOUT_HOOKS = { hooks: false };

/** The methods by which Sequelize writes rows, with arguments that its types do not declare. */
interface Writes {
  insert(instance: Instance | null, table: unknown, values: Row, options: Options): Promise<unknown>;
  update(instance: Instance, table: unknown, values: Row, where: unknown, options: Options): Promise<unknown>;
  upsert(table: unknown, inserted: Row, updated: Row, where: unknown, options: Options): Promise<unknown>;
  bulkInsert(table: unknown, rows: readonly Row[], options: Options, columns: unknown): Promise<unknown>;
  bulkUpdate(table: unknown, values: Row, where: unknown, options: Options, columns: unknown): Promise<unknown>;
  increment(
    model: DomainModel,
    table: unknown,
    where: object,
    by: Row,
    values: Row,
    options: Options,
  ): Promise<unknown>;
  decrement(
    model: DomainModel,
    table: unknown,
    where: object,
    by: Row,
    values: Row,
    options: Options,
  ): Promise<unknown>;
}

/**
 * Checks every row that Sequelize writes against its columns, wherever the write comes from, and names the fields in
 * errors of the database.
 *
 * Rows of tables without a model, as in migrations, are not checked.
 */
export function checkWrites(queryInterface: QueryInterface): void {
  const writes = queryInterface as unknown as Writes;
  const { insert, update, upsert, bulkInsert, bulkUpdate, increment, decrement } = boundWrites(writes);
  writes.insert = async (instance, table, values, options) => {
    if (instance && options?.validate && mayFillValidated(instance.constructor)) await instance.validate(WITHOUT_HOOKS);
    return checked(
      instance?.constructor,
      () => takeInto(instance, values),
      () => insert(instance, table, values, options),
    );
  };
  writes.update = (instance, table, values, where, options) =>
    checked(
      instance.constructor,
      () => takeInto(instance, values),
      () => update(instance, table, values, where, options),
    );
  writes.upsert = (table, inserted, updated, where, options) =>
    checked(
      options?.model,
      (model) => distinct([...fitColumns(model, inserted), ...fitColumns(model, updated)]),
      () => upsert(table, inserted, updated, where, options),
    );
  writes.bulkInsert = (table, rows, options, columns) =>
    checked(
      options?.model,
      (model) => rows.flatMap((row, index) => below([index], fitColumns(model, row))),
      () => insertByKeys(rows, options, (some) => bulkInsert(table, some, options, columns)),
    );
  writes.bulkUpdate = (table, values, where, options, columns) => {
    applySharedDeletionTime(values, options);
    return checked(
      options?.model,
      (model) => fitColumns(model, values),
      () => bulkUpdate(table, values, where, options, columns),
    );
  };
  writes.increment = async (model, table, where, by, values, options) => {
    await verifyIncrement(queryInterface, { model, table, where, by, sign: 1, options });
    return recordFault(
      model,
      increment(model, table, conditionsOn(model, where), exactAmounts(by) as Row, values, options),
    );
  };
  writes.decrement = async (model, table, where, by, values, options) => {
    await verifyIncrement(queryInterface, { model, table, where, by, sign: -1, options });
    return recordFault(
      model,
      decrement(model, table, conditionsOn(model, where), exactAmounts(by) as Row, values, options),
    );
  };
}

/** Criteria as SQL. Sequelize would write those of an increment without the types of the columns. */
function conditionsOn(model: DomainModel, where: object): object {
  return literal(queryGeneratorOf(model).getWhereConditions(where, null, model));
}

/**
 * Inserts rows with keys and rows without in statements of their own: Sequelize counts the generated keys of a statement
 * from the first or the last one, also for rows that have a key, so that instances would get the keys of other rows.
 *
 * @param insert returns an object with the generated key for each row
 */
async function insertByKeys(
  rows: readonly Row[],
  options: Options,
  insert: (rows: readonly Row[]) => Promise<unknown>,
): Promise<unknown> {
  const key = options?.model && generatedKeyOf(options.model);
  const hasKey = (row: Row) => key !== undefined && (ownValue(row, key) ?? null) !== null;
  const withKey = rows.filter(hasKey);
  if (withKey.length === 0 || withKey.length === rows.length) return insert(rows);
  const both = async () => {
    await insert(withKey);
    return insert(rows.filter((row) => !hasKey(row)));
  };
  const { sequelize } = options!.model as unknown as { readonly sequelize: WithUnits };
  const generated = await (options!.transaction === undefined ? sequelize.unitOfWork(both) : both());
  if (!Array.isArray(generated)) return generated;
  let next = 0;
  return rows.map((row) => (hasKey(row) ? {} : generated[next++]));
}

interface WithUnits {
  unitOfWork<T>(work: () => Promise<T>): Promise<T>;
}

/** The column of a key that the database generates. */
function generatedKeyOf(model: DomainModel): string | undefined {
  const key = model.getAttributes()[model.primaryKeyAttribute as never] as ModelAttributeColumnOptions | undefined;
  return key?.autoIncrement === true ? key.field : undefined;
}

function boundWrites(writes: Writes): Writes {
  return {
    insert: writes.insert.bind(writes),
    update: writes.update.bind(writes),
    upsert: writes.upsert.bind(writes),
    bulkInsert: writes.bulkInsert.bind(writes),
    bulkUpdate: writes.bulkUpdate.bind(writes),
    increment: writes.increment.bind(writes),
    decrement: writes.decrement.bind(writes),
  };
}

async function checked<T>(
  model: DomainModel | undefined,
  take: (model: DomainModel) => readonly Violation[],
  write: () => Promise<T>,
): Promise<T> {
  if (!model) return write();
  const violations = take(model);
  if (violations.length > 0) throw new ColumnValueError(model, violations);
  return recordFault(model, write());
}

/**
 * {@link fitRow} by the names of columns. Sequelize looks them up in the row, where a column such as `constructor` must not
 * be found unless it is set.
 */
function fitColumns(model: DomainModel, row: Row, adjust?: Adjust): readonly Violation[] {
  if (rulesOf(model).some(({ column }) => column in Object.prototype)) Object.setPrototypeOf(row, null);
  return fitRow(model, row, 'column', adjust);
}

/** Adjusts the values of the row and of the instance. */
function takeInto(instance: Instance | null, values: Row): readonly Violation[] {
  if (!instance) return [];
  const { constructor: model, dataValues } = instance;
  return fitColumns(model, values, (name, value) => {
    dataValues[name] = value;
  });
}
