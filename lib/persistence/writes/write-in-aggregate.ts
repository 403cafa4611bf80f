import { ownValue } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import type { DomainModel } from '../models/domain-model';
import type { UnitOfWork } from '../unit-of-work/unit-of-work';
import {
  changedRows,
  columnOf,
  knownRows,
  lockedKeys,
  mustRead,
  readRows,
  sameKeys,
  setsExpression,
  type TableWrite,
  updatesExisting,
} from './affected-rows';
import { incrementedVersion, incrementVersionsAt } from './incremented-version';
import { TouchedRoots } from './touched-roots';
import { verifyWrittenTrees } from './verify-written-trees';
import type { NamedRow, WatchedTable } from './watched-tables';
import { WrittenRow } from './written-row';

/** @param more further columns to set */
type Send<T> = (more?: Readonly<Record<string, unknown>>) => Promise<T>;

/**
 * Executes a write of domain code inside a unit of work. The roots that the rows belong to, before or after the write, are
 * locked first, as for every route, and recorded, so that their versions are incremented and their invariants checked.
 */
export async function writeInAggregate<T>(
  unit: UnitOfWork,
  watched: WatchedTable,
  write: TableWrite,
  send: Send<T>,
): Promise<T> {
  await touchOwningRoots(unit, watched, write);
  await verifyWrittenTrees(watched, write);
  const moved = setsExpression(watched, write.values) ? await lockedKeys(watched, write.where ?? {}) : [];
  const result = await (watched.aggregates.length === 0
    ? writeChildren(watched, write, send)
    : writeRoots(unit, watched, write, send));
  const { model } = watched;
  const where = { [columnOf(model, model.primaryKeyAttribute)]: moved as string[] };
  if (moved.length > 0) await touch(unit, watched, await readRows(watched, where, true));
  return result;
}

async function touchOwningRoots(unit: UnitOfWork, watched: WatchedTable, write: TableWrite): Promise<void> {
  if (watched.lookups.length === 0) return;
  const where = mustRead(watched, write) ? write.where : undefined;
  const found = where ? await readRows(watched, where, false) : [];
  const rows = [...found, ...changedRows(watched, found, write.values)];
  await touch(unit, watched, [...knownRows(watched, write), ...rows]);
  if (!where || dialectOf(watched.model.sequelize!).transactions.hasOneWriter) return;
  // Rows that others have written before the roots were locked.
  const seen = new Set(found.map(textOf));
  const late = (await readRows(watched, where, true)).filter((row) => !seen.has(textOf(row)));
  await touch(unit, watched, [...late, ...changedRows(watched, late, write.values)]);
}

async function touch(unit: UnitOfWork, { lookups }: WatchedTable, rows: readonly NamedRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const { locks, roots, queriesFor } of lookups) {
    const queries = queriesFor(rows);
    if (queries.length === 0) continue;
    const owningRoots = await locks.lockRoots(queries, TouchedRoots.lockedIn(unit, roots));
    for (const found of owningRoots) TouchedRoots.in(unit).add(found.aggregate, found.roots);
  }
}

/** Sequelize increments the versions of rows with no statement of several rows but `increment`. */
async function writeChildren<T>(watched: WatchedTable, write: TableWrite, send: Send<T>): Promise<T> {
  const { model } = watched;
  const same = updatesExisting(write) ? sameKeys(watched, write.rows ?? []) : undefined;
  if (same) await incrementVersionsAt(model, await lockedKeys(watched, same));
  return send(versionIncrement(model, write));
}

/** The expression that increments the versions of the rows of a bulk update, by column, unless it sets them itself. */
export function versionIncrement(model: DomainModel, { kind, values }: TableWrite): Readonly<Record<string, unknown>> {
  const version = model._versionAttribute;
  if (kind !== 'bulkUpdate' || version === undefined) return {};
  const column = columnOf(model, version);
  return ownValue(values ?? {}, column) === undefined ? { [column]: incrementedVersion(model)[version] } : {};
}

async function writeRoots<T>(unit: UnitOfWork, watched: WatchedTable, write: TableWrite, send: Send<T>): Promise<T> {
  const { kind, instance, options } = write;
  if (kind === 'delete' || kind === 'bulkDelete') return send();
  if (kind === 'bulkInsert' && !options?.updateOnDuplicate && !options?.ignoreDuplicates) {
    return insertRoots(unit, watched, write, send);
  }
  if (kind === 'bulkInsert' || kind === 'upsert') return mergeRoots(unit, watched, write, send);
  if (instance && kind !== 'increment') {
    const isNew = kind === 'insert';
    const written = await send();
    note(unit, watched, [instance.get(watched.model.primaryKeyAttribute)], { isIncremented: true, isNew });
    return written;
  }
  const keys = await lockedKeys(watched, write.where ?? {});
  note(unit, watched, keys, { isIncremented: kind === 'increment' });
  return send();
}

/** Existing rows are updated, which does not increment their versions, or ignored; the others are new. */
async function mergeRoots<T>(unit: UnitOfWork, watched: WatchedTable, write: TableWrite, send: Send<T>): Promise<T> {
  const same = sameKeys(watched, write.rows ?? []);
  if (!same) return insertRoots(unit, watched, write, send);
  const existing = await lockedKeys(watched, same);
  if (updatesExisting(write)) note(unit, watched, existing, {});
  const written = await send();
  const known = new Set(existing.map(String));
  const added = (await lockedKeys(watched, same)).filter((key) => !known.has(String(key)));
  note(unit, watched, added, { isIncremented: true, isNew: true });
  return written;
}

/** Drivers guess the keys of several rows, so that rows whose keys are needed are inserted one by one. */
async function insertRoots<T>(unit: UnitOfWork, watched: WatchedTable, write: TableWrite, send: Send<T>): Promise<T> {
  const { model, aggregates } = watched;
  const column = columnOf(model, model.primaryKeyAttribute);
  const keys = (write.rows ?? []).map((row) => ownValue(row, column) ?? undefined);
  if (!keys.includes(undefined)) {
    const written = await send();
    note(unit, watched, keys, { isIncremented: true, isNew: true });
    return written;
  }
  if (aggregates.every(({ root }) => !root.hasInvariants)) return send();
  const results: object[] = [];
  for (const row of write.rows ?? []) {
    const [generated] = (await write.sendOne!(row)) as Record<string, unknown>[];
    note(unit, watched, [ownValue(row, column) ?? ownValue(generated ?? {}, column)], {
      isIncremented: true,
      isNew: true,
    });
    results.push(generated ?? {});
  }
  return results as T;
}

function note(
  unit: UnitOfWork,
  { model, aggregates }: WatchedTable,
  keys: readonly unknown[],
  how: { readonly isIncremented?: boolean; readonly isNew?: boolean },
): void {
  const rows = keys.map((key) => new WrittenRow({ [model.primaryKeyAttribute]: key }));
  for (const aggregate of aggregates) TouchedRoots.in(unit).add(aggregate, rows, how);
}

function textOf(row: NamedRow): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
