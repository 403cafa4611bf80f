import { literal, type ModelAttributeColumnOptions, type WhereOptions } from 'sequelize';
import { ownValue } from '../../foundation';
import type { DomainModel, Entity } from '../models/domain-model';
import { queryGeneratorOf, queryInterfaceOf, type RowWrites } from '../sequelize/query-interface';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { Gate } from './gate';
import { exactAmounts, verifyIncrement } from './verify-increment';
import type { ColumnValues, Send, Write } from './write';

/**
 * Makes all writes by Sequelize pass the gate of their database: those of instances, of static methods and of methods of
 * associations, inside of a unit of work or not. Raw SQL does not pass it.
 */
export function takeWrites(sequelize: DomainSequelize): void {
  const gate = new Gate(sequelize);
  sequelize.gate = gate;
  const writes = queryInterfaceOf(sequelize);
  takeInstanceWrites(writes, gate);
  takeChanges(writes, gate);
  takeNewRows(writes, gate, sequelize);
  takeArithmetic(writes, gate);
}

function takeInstanceWrites(writes: RowWrites, gate: Gate): void {
  const { insert, update, delete: remove } = writes;
  writes.insert = (instance, table, values, options) =>
    gate.write({ kind: 'insert', ...of(instance), table, options, rows: [values] }, (one) =>
      insert.call(writes, instance, table, values, one.options),
    );
  writes.update = (instance, table, values, where, options) =>
    gate.write({ kind: 'update', ...of(instance), table, options, where, values }, (one) =>
      update.call(writes, instance, table, values, where, one.options),
    );
  writes.delete = (instance, table, where, options) =>
    gate.write({ kind: 'delete', ...of(instance), table, options, where }, (one) =>
      remove.call(writes, instance, table, where, one.options),
    );
}

function of(instance: Entity | null): Pick<Write, 'instance' | 'model'> {
  return { instance, model: instance?.constructor as DomainModel | undefined };
}

function takeChanges(writes: RowWrites, gate: Gate): void {
  const { bulkUpdate, bulkDelete } = writes;
  writes.bulkUpdate = (table, values, where, options, columns) =>
    gate.write({ kind: 'bulkUpdate', model: options?.model, table, options, where, values }, (one) =>
      bulkUpdate.call(writes, table, one.values!, where, one.options, columns),
    );
  writes.bulkDelete = (table, where, options, model) =>
    gate.write({ kind: 'bulkDelete', model, table, options, where: where ?? {} }, (one) =>
      bulkDelete.call(writes, table, where, one.options, model),
    );
}

function takeNewRows(writes: RowWrites, gate: Gate, sequelize: DomainSequelize): void {
  const { upsert, bulkInsert } = writes;
  writes.upsert = (table, inserted, values, where, options) =>
    gate.write({ kind: 'upsert', model: options?.model, table, options, rows: [inserted], values }, (one) =>
      upsert.call(writes, table, inserted, values, where, one.options),
    );
  writes.bulkInsert = (table, rows, options, columns) => {
    const send: Send = (one) => bulkInsert.call(writes, table, one.rows!, one.options, columns);
    return gate.write({ kind: 'bulkInsert', model: options?.model, table, options, rows }, (one) =>
      insertByKeys(sequelize, one, send),
    );
  };
}

function takeArithmetic(writes: RowWrites, gate: Gate): void {
  for (const [name, sign] of [
    ['increment', 1],
    ['decrement', -1],
  ] as const) {
    const change = writes[name];
    writes[name] = (model, table, where, by, values, options) =>
      gate.write({ kind: 'increment', model, table, options, where, by, values }, async (one) => {
        const amounts = one.by!;
        await verifyIncrement({ model, where, by: amounts, sign, transaction: one.options?.transaction });
        const exact = exactAmounts(amounts) as ColumnValues;
        return change.call(writes, model, table, conditionsOn(model, where), exact, values, one.options);
      });
  }
}

/** Criteria as SQL. Sequelize would write those of an increment without the types of the columns. */
function conditionsOn(model: DomainModel, where: WhereOptions = {}): WhereOptions {
  return literal(queryGeneratorOf(model).getWhereConditions(where, null, model)) as WhereOptions;
}

/**
 * Inserts rows with keys and rows without in statements of their own: Sequelize counts the generated keys of a statement
 * from the first or the last one, also for rows that have a key, so that instances would get the keys of other rows.
 *
 * @param send returns an object with the generated key for each row
 */
async function insertByKeys(sequelize: DomainSequelize, write: Write, send: Send): Promise<unknown> {
  const { model, rows = [], options } = write;
  const key = model && generatedKeyOf(model);
  const hasKey = (row: ColumnValues) => key !== undefined && (ownValue(row, key) ?? null) !== null;
  const withKey = rows.filter(hasKey);
  if (withKey.length === 0 || withKey.length === rows.length) return send(write);
  const both = async () => {
    await send({ ...write, rows: withKey });
    return send({ ...write, rows: rows.filter((row) => !hasKey(row)) });
  };
  const generated = await (options?.transaction === undefined ? sequelize.unitOfWork(both) : both());
  if (!Array.isArray(generated)) return generated;
  let next = 0;
  return rows.map((row) => (hasKey(row) ? {} : generated[next++]));
}

/** The column of a key that the database generates. */
function generatedKeyOf(model: DomainModel): string | undefined {
  const key = model.getAttributes()[model.primaryKeyAttribute as never] as ModelAttributeColumnOptions | undefined;
  return key?.autoIncrement === true ? key.field : undefined;
}
