import type { EntityMetadata } from '../../metadata';
import { type Entity, modelOf, type StoredRow } from '../models/domain-model';
import type { Touch } from '../unit-of-work/journal';
import { currentUnit, type UnitOfWork } from '../unit-of-work/unit-of-work';
import type { LockedRows } from './row-locks';
import { watchedTablesOf } from './watched-tables';

/** Notes written roots, by default as incremented; does nothing for other classes. */
export function touchRoots(
  root: EntityMetadata,
  rows: readonly StoredRow[],
  how: Touch = { isIncremented: true },
): void {
  if (!root.isRoot || rows.length === 0) return;
  const unit = currentUnit(modelOf(root.type).sequelize!);
  const aggregate = unit && watchedTablesOf(unit.sequelize).aggregateOf(root);
  if (aggregate) unit.openJournal().touch(aggregate, rows, how);
}

/** The roots of some classes that a unit or its enclosing units have touched, and thereby locked. */
export function lockedIn(unit: UnitOfWork, roots: readonly EntityMetadata[]): LockedRows {
  const locked = new Map(roots.map((root) => [root, new Map<string, Entity>()]));
  for (let at: UnitOfWork | undefined = unit; at; at = at.enclosing) {
    for (const [root, rows] of locked) {
      for (const [key, { row }] of at.journal?.touchedOf(root.type) ?? []) rows.set(key, row as Entity);
    }
  }
  return locked;
}
