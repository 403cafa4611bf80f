import type { AggregateMetadata, DomainClass, EntityMetadata } from '../../metadata';
import { type Entity, modelOf, type StoredRow } from '../models/domain-model';
import type { BeforeCommit } from '../unit-of-work/before-commit';
import { currentUnit, type UnitOfWork } from '../unit-of-work/unit-of-work';
import { checkInvariants } from './check-invariants';
import { incrementVersion } from './incremented-version';
import type { LockedRows } from './row-locks';
import { watchedTablesOf } from './watched-tables';

/** A root whose aggregate a unit of work has written. */
export interface TouchedRoot {
  readonly row: StoredRow;
  /** Whether the unit has inserted it, or incremented its version. */
  isIncremented: boolean;
  /** Whether the unit has inserted it. */
  readonly isNew: boolean;
}

/** How a root was touched. */
type Touch = Partial<Pick<TouchedRoot, 'isIncremented' | 'isNew'>>;

/**
 * The roots of the aggregates that a unit of work has written. Before COMMIT their versions are incremented, once, and
 * their invariants checked.
 */
export class TouchedRoots implements BeforeCommit {
  readonly #roots = new Map<DomainClass, { aggregate: AggregateMetadata; byKey: Map<string, TouchedRoot> }>();

  /** The roots of a unit; each savepoint has its own. */
  static in(unit: UnitOfWork): TouchedRoots {
    unit.beforeCommit ??= new TouchedRoots();
    return unit.beforeCommit as TouchedRoots;
  }

  add(
    aggregate: AggregateMetadata,
    rows: readonly StoredRow[],
    { isIncremented = false, isNew = false }: Touch = {},
  ): void {
    const { type, primaryKey } = aggregate.root;
    const known = this.#roots.get(type) ?? { aggregate, byKey: new Map<string, TouchedRoot>() };
    this.#roots.set(type, known);
    for (const row of rows) {
      const key = String(row.get(primaryKey.name));
      const root = known.byKey.get(key);
      if (root) root.isIncremented ||= isIncremented;
      else known.byKey.set(key, { row, isIncremented, isNew });
    }
  }

  /** Marks the version of a root as incremented; returns whether it was still to be incremented. */
  settle({ root: { type, primaryKey } }: AggregateMetadata, row: StoredRow): boolean {
    const root = this.#roots.get(type)?.byKey.get(String(row.get(primaryKey.name)));
    const isOpen = root !== undefined && !root.isIncremented;
    if (root) root.isIncremented = true;
    return isOpen;
  }

  /** The roots of some classes that a unit or its enclosing units have touched, and thereby locked. */
  static lockedIn(unit: UnitOfWork, roots: readonly EntityMetadata[]): LockedRows {
    const locked = new Map(roots.map((root) => [root, new Map<string, Entity>()]));
    for (let at: UnitOfWork | undefined = unit; at; at = at.enclosing) {
      const touched = at.beforeCommit as TouchedRoots | undefined;
      if (!touched) continue;
      for (const [root, rows] of locked) {
        for (const [key, { row }] of touched.#roots.get(root.type)?.byKey ?? []) rows.set(key, row as Entity);
      }
    }
    return locked;
  }

  takeOver(released: TouchedRoots): void {
    for (const { aggregate, byKey } of released.#roots.values()) {
      for (const root of byKey.values()) this.add(aggregate, [root.row], root);
    }
  }

  createEmpty(): TouchedRoots {
    return new TouchedRoots();
  }

  async run(): Promise<void> {
    const touched = [...this.#roots.values()].map(({ aggregate, byKey }) => ({
      aggregate,
      roots: [...byKey.values()],
    }));
    for (const { aggregate, roots } of touched) {
      const notIncremented = roots.filter(({ isIncremented }) => !isIncremented);
      await incrementVersion(
        aggregate.root,
        notIncremented.map(({ row }) => row),
      );
    }
    await checkInvariants(touched);
  }
}

/** Records written roots, whose versions are incremented already, so that their invariants are checked. */
export function touchRoots(root: EntityMetadata, rows: readonly StoredRow[], isNew = false): void {
  const unit = currentUnit(modelOf(root.type).sequelize!);
  const aggregate = unit && watchedTablesOf(unit.sequelize).aggregateOf(root);
  if (aggregate) TouchedRoots.in(unit).add(aggregate, rows, { isIncremented: true, isNew });
}
