import type { Transaction, WhereOptions } from 'sequelize';
import type { MetadataRegistry } from '../../metadata';
import { type Entity, type RowValues, storedName } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { foreignUnit } from '../unit-of-work/opened-transactions';
import { isOwnWrite } from '../unit-of-work/own-write';
import { runInside, type UnitOfWork, unitFor } from '../unit-of-work/unit-of-work';
import { type TableWrite, updatesExisting } from './affected-rows';
import { needsUnit, type WatchedTable, WatchedTables } from './watched-tables';
import { versionIncrement, writeInAggregate } from './write-in-aggregate';

type Options = { readonly transaction?: Transaction | null } | null | undefined;
type Row = Record<string, unknown>;
type Instance = (Entity & RowValues) | null;

/** The methods by which Sequelize writes rows, with parameters that its types leave out. */
interface Writes {
  insert(instance: Instance, table: unknown, values: Row, options: Options): Promise<unknown>;
  update(instance: Instance, table: unknown, values: Row, where: WhereOptions, options: Options): Promise<unknown>;
  delete(instance: Instance, table: unknown, where: WhereOptions, options: Options): Promise<unknown>;
  upsert(table: unknown, inserted: Row, updated: Row, where: WhereOptions, options: Options): Promise<unknown>;
  bulkInsert(table: unknown, rows: readonly Row[], options: Options, columns: unknown): Promise<unknown>;
  bulkUpdate(table: unknown, values: Row, where: WhereOptions, options: Options, columns: unknown): Promise<unknown>;
  bulkDelete(table: unknown, where: WhereOptions | undefined, options: Options, model: unknown): Promise<unknown>;
  increment: Arithmetic;
  decrement: Arithmetic;
}

type Arithmetic = (
  model: unknown,
  table: unknown,
  where: WhereOptions,
  by: Row,
  values: Row,
  options: Options,
) => Promise<unknown>;

const watching = new WeakSet<DomainSequelize>();

/**
 * Makes writes of domain code lock roots, increment versions and check invariants as routes do: writes by instances,
 * static methods and methods of associations, inside of a unit of work or not. Raw SQL is not watched.
 */
export function watchWrites(sequelize: DomainSequelize, registry: MetadataRegistry): void {
  WatchedTables.of(sequelize).add(registry);
  if (watching.has(sequelize)) return;
  watching.add(sequelize);
  const writes = sequelize.getQueryInterface() as unknown as Writes;
  watchInstanceWrites(sequelize, writes);
  watchStaticWrites(sequelize, writes);
}

export function unwatchWrites(sequelize: DomainSequelize, registry: MetadataRegistry): void {
  WatchedTables.of(sequelize).delete(registry);
}

function watchInstanceWrites(sequelize: DomainSequelize, writes: Writes): void {
  const { insert, update, delete: remove } = writes;
  writes.insert = (instance, table, values, options) =>
    watched(sequelize, { kind: 'insert', table, options, instance, rows: instance ? [] : [values] }, (given) =>
      insert.call(writes, instance, table, values, given),
    );
  writes.update = (instance, table, values, where, options) =>
    watched(sequelize, { kind: 'update', table, options, instance, where }, (given) =>
      update.call(writes, instance, table, values, where, given),
    );
  writes.delete = (instance, table, where, options) =>
    watched(sequelize, { kind: 'delete', table, options, instance, where }, (given) =>
      remove.call(writes, instance, table, where, given),
    );
}

function watchStaticWrites(sequelize: DomainSequelize, writes: Writes): void {
  const { upsert, bulkInsert, bulkUpdate, bulkDelete } = writes;
  writes.upsert = (table, inserted, updated, where, options) =>
    watched(sequelize, { kind: 'upsert', table, options, rows: [inserted] }, (given) =>
      upsert.call(writes, table, inserted, updated, where, given),
    );
  writes.bulkInsert = (table, rows, options, columns) => {
    const sendOne = (row: Row) => bulkInsert.call(writes, table, [row], options, columns);
    return watched(sequelize, { kind: 'bulkInsert', table, options, rows, sendOne }, (given) =>
      bulkInsert.call(writes, table, rows, given, columns),
    );
  };
  writes.bulkUpdate = (table, values, where, options, columns) =>
    watched(sequelize, { kind: 'bulkUpdate', table, options, where, values }, (given, more) =>
      bulkUpdate.call(writes, table, { ...values, ...more }, where, given, columns),
    );
  writes.bulkDelete = (table, where, options, model) =>
    watched(sequelize, { kind: 'bulkDelete', table, options, where: where ?? {} }, (given) =>
      bulkDelete.call(writes, table, where, given, model),
    );
  for (const name of ['increment', 'decrement'] as const) {
    const send = writes[name];
    writes[name] = (model, table, where, by, values, options) =>
      watched(sequelize, { kind: 'increment', table, options, where }, (given) =>
        send.call(writes, model, table, where, by, values, given),
      );
  }
}

/** @param more further columns to set */
type Send = (options: Options, more?: Row) => Promise<unknown>;

async function watched(
  sequelize: DomainSequelize,
  write: TableWrite & { readonly options: Options },
  send: Send,
): Promise<unknown> {
  const { options, instance } = write;
  const name = nameOf(write.table);
  const table = WatchedTables.of(sequelize).find(name);
  if (!table || isOwnWrite(options, instance, name)) return send(options);
  const unit = unitOf(sequelize, options?.transaction);
  if (unit)
    return unit.isReadOnly
      ? send(options)
      : runInside(unit, () => writeInAggregate(unit, table, write, (more) => send(options, more)));
  const isAlone = !needsUnit(table) && !updatesExisting(write);
  if (isAlone) return sendAlone(table, write, send);
  return sequelize.inUnit(options?.transaction === null, async (opened) => {
    if (instance) opened.remember(instance);
    const inside = options?.transaction === null ? { ...options, transaction: opened.transaction } : options;
    return writeInAggregate(opened, table, write, (more) => send(inside, more));
  });
}

/** The unit that the write takes part in, if any. */
function unitOf(sequelize: DomainSequelize, transaction: Transaction | null | undefined): UnitOfWork | undefined {
  const unit = unitFor(sequelize, transaction);
  return unit ?? (transaction ? foreignUnit(sequelize, transaction) : undefined);
}

/** Sends a statement for roots that belong to no other aggregate, with an expression that increments their versions. */
function sendAlone({ model }: WatchedTable, write: TableWrite, send: Send): Promise<unknown> {
  return send(write.options as Options, versionIncrement(model, write));
}

function nameOf(table: unknown): string {
  return typeof table === 'string' ? table : storedName({ getTableName: () => table } as never);
}
