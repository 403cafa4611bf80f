import { ownValue } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import { columnOf, type DomainModel, type Entity } from '../models/domain-model';
import { valuesOf } from '../sequelize/instance';
import { versionFieldOf } from '../sequelize/model-class';
import type { Touch } from '../unit-of-work/journal';
import type { UnitOfWork } from '../unit-of-work/unit-of-work';
import { changedRows, knownRows, lockedKeys, mustRead, readRows, sameKeys, setsExpression } from './affected-rows';
import { incrementVersionsAt } from './incremented-version';
import { isIncremented } from './root-versions';
import { lockedIn } from './touched-roots';
import { verifyWrittenTrees } from './verify-written-trees';
import type { NamedRow, WatchedTable } from './watched-tables';
import { incrementingVersions, type Send, updatesExisting, type Write } from './write';
import { WrittenRow } from './written-row';

/**
 * Executes a write of domain code inside a unit of work. The roots that the rows belong to, before or after the write, are
 * locked first, as for every route, and recorded, so that their versions are incremented and their invariants checked.
 */
export async function writeInAggregate(
  unit: UnitOfWork,
  watched: WatchedTable,
  write: Write,
  send: Send,
): Promise<unknown> {
  await touchOwningRoots(unit, watched, write);
  await verifyWrittenTrees(watched, write);
  const isMoving = write.where !== undefined && setsExpression(watched, write.values);
  const moved = isMoving ? await lockedKeys(watched, write.where!) : [];
  const result = await (watched.aggregates.length === 0
    ? writeChildren(watched, write, send)
    : writeRoots(unit, watched, write, send));
  const { model } = watched;
  const where = { [columnOf(model, model.primaryKeyAttribute)]: moved as string[] };
  if (moved.length > 0) await touch(unit, watched, await readRows(watched, where, true));
  return result;
}

async function touchOwningRoots(unit: UnitOfWork, watched: WatchedTable, write: Write): Promise<void> {
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
    const owningRoots = await locks.lockRoots(queries, lockedIn(unit, roots));
    for (const found of owningRoots) unit.openJournal().touch(found.aggregate, found.roots);
  }
}

/** Sequelize increments the versions of rows with no statement of several rows but `increment`. */
async function writeChildren(watched: WatchedTable, write: Write, send: Send): Promise<unknown> {
  const { model } = watched;
  const same = updatesExisting(write) ? sameKeys(watched.model, write.rows ?? []) : undefined;
  if (same) await incrementVersionsAt(model, await lockedKeys(watched, same));
  return send(incrementingVersions(model, write));
}

async function writeRoots(unit: UnitOfWork, watched: WatchedTable, write: Write, send: Send): Promise<unknown> {
  const { kind, instance, options } = write;
  if (kind === 'delete' || kind === 'bulkDelete') return send(write);
  if (kind === 'bulkInsert' && !options?.updateOnDuplicate && !options?.ignoreDuplicates) {
    return insertRoots(unit, watched, write, send);
  }
  if (kind === 'bulkInsert' || kind === 'upsert') return mergeRoots(unit, watched, write, send);
  if (instance && kind !== 'increment') {
    const isNew = kind === 'insert';
    if (!isNew) keepCountedVersion(watched.model, instance, write);
    const written = await send(write);
    note(unit, watched, [instance.get(watched.model.primaryKeyAttribute)], { isIncremented: true, isNew });
    return written;
  }
  const keys = await lockedKeys(watched, write.where ?? {});
  const isCounted = kind === 'increment' && !keys.some((key) => isIncremented(watched.model, key));
  note(unit, watched, keys, { isIncremented: isCounted });
  return send(kind === 'increment' && !isCounted ? withoutVersion(watched.model, write) : write);
}

/** Sequelize saves the version plus one; a root that the transaction has incremented keeps its version. */
function keepCountedVersion(model: DomainModel, instance: Entity, { values }: Write): void {
  const version = versionFieldOf(model);
  const stored = valuesOf(instance);
  if (version === undefined || !values || !isIncremented(model, stored[model.primaryKeyAttribute])) return;
  // Sequelize reads the version of the instance from the same object.
  values[columnOf(model, version)] = stored[version];
}

/** The increment without that of the version; those of the rows that are due are incremented before COMMIT. */
function withoutVersion(model: DomainModel, write: Write): Write {
  const version = versionFieldOf(model);
  if (version === undefined) return write;
  const { [columnOf(model, version)]: _, ...by } = write.by!;
  // An increment of nothing but the version is meant by the code.
  return Object.keys(by).length === 0 ? write : { ...write, by };
}

/** Existing rows are updated, which does not increment their versions, or ignored; the others are new. */
async function mergeRoots(unit: UnitOfWork, watched: WatchedTable, write: Write, send: Send): Promise<unknown> {
  const same = sameKeys(watched.model, write.rows ?? []);
  if (!same) return insertRoots(unit, watched, write, send);
  const existing = await lockedKeys(watched, same);
  if (updatesExisting(write)) note(unit, watched, existing, {});
  const written = await send(write);
  const known = new Set(existing.map(String));
  const added = (await lockedKeys(watched, same)).filter((key) => !known.has(String(key)));
  note(unit, watched, added, { isIncremented: true, isNew: true });
  return written;
}

/** Drivers guess the keys of several rows, so that rows whose keys are needed are inserted one by one. */
async function insertRoots(unit: UnitOfWork, watched: WatchedTable, write: Write, send: Send): Promise<unknown> {
  const { model, aggregates } = watched;
  const column = columnOf(model, model.primaryKeyAttribute);
  const keys = (write.rows ?? []).map((row) => ownValue(row, column) ?? undefined);
  if (!keys.includes(undefined)) {
    const written = await send(write);
    note(unit, watched, keys, { isIncremented: true, isNew: true });
    return written;
  }
  if (aggregates.every(({ root }) => !root.hasInvariants)) return send(write);
  const results: object[] = [];
  for (const row of write.rows ?? []) {
    const [generated] = (await send({ ...write, rows: [row] })) as Record<string, unknown>[];
    note(unit, watched, [ownValue(row, column) ?? ownValue(generated ?? {}, column)], {
      isIncremented: true,
      isNew: true,
    });
    results.push(generated ?? {});
  }
  return results;
}

function note(unit: UnitOfWork, { model, aggregates }: WatchedTable, keys: readonly unknown[], how: Touch): void {
  const rows = keys.map((key) => new WrittenRow({ [model.primaryKeyAttribute]: key }));
  for (const aggregate of aggregates) unit.openJournal().touch(aggregate, rows, how);
}

function textOf(row: NamedRow): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
