import type { EntityMetadata } from '../metadata';
import type { EntityStore, FieldValues, LockedRoots, LockedRows, StoredRow } from '../persistence';
import type { Changes } from './changes';
import type { EntityTree } from './entity-tree';

/** The touched rows of one class. */
interface Touched {
  readonly changed: Set<StoredRow>;
  /** The former values of changed entities, by which the roots that they belonged to are found. */
  readonly before: FieldValues[];
  readonly created: Set<StoredRow>;
  /** Whether rows were reached through a link, so that they may belong to other roots than that of the request. */
  isShared: boolean;
}

/** Everything that one request has touched so far. */
interface TouchState {
  readonly rows: Map<EntityMetadata, Touched>;
  hasLinks: boolean;
  /** The roots of other aggregates that deleted or unlinked rows belonged to. */
  readonly owningRoots: LockedRoots[];
  /** The entities of elements of replaced collections. */
  readonly written: Map<Changes, EntityTree>;
}

/** The entities that a request has changed or created. */
export class TouchedEntities {
  constructor(
    private readonly state: TouchState = { rows: new Map(), hasLinks: false, owningRoots: [], written: new Map() },
    private readonly isShared = false,
  ) {}

  /** The same state, for entities that are reached through a link. */
  get throughLink(): TouchedEntities {
    return new TouchedEntities(this.state, true);
  }

  /** Whether no row and no link was written. */
  get isEmpty(): boolean {
    return this.state.rows.size === 0 && !this.state.hasLinks;
  }

  /** @param before the former values of the rows, if their parents may have changed */
  addChanged(entity: EntityMetadata, rows: readonly StoredRow[], before: readonly FieldValues[] = []): void {
    if (rows.length === 0 && before.length === 0) return;
    const touched = this.#of(entity);
    for (const row of rows) touched.changed.add(row);
    touched.before.push(...before);
  }

  addCreated(entity: EntityMetadata, rows: readonly StoredRow[]): void {
    if (rows.length === 0) return;
    const { created } = this.#of(entity);
    for (const row of rows) created.add(row);
  }

  addLink(): void {
    this.state.hasLinks = true;
  }

  /** Adds roots that are locked already, since they cannot be found any more after a delete. */
  addOwningRoots(owningRoots: readonly LockedRoots[]): void {
    this.state.owningRoots.push(...owningRoots);
  }

  /** Sets the entity of an element of a replaced collection. */
  addWritten(element: Changes, tree: EntityTree): void {
    this.state.written.set(element, tree);
  }

  writtenOf(element: Changes): EntityTree {
    return this.state.written.get(element)!;
  }

  /**
   * Locks the roots that touched entities belong to: an entity that is a root itself, is linked, or has further parents may
   * belong to several.
   *
   * @param locked rows that are locked already
   */
  async lockOwningRoots({ locks }: EntityStore, locked?: LockedRows): Promise<readonly LockedRoots[]> {
    const shared = [...this.state.rows].filter(
      ([entity, { isShared }]) => locks.owningRootsOf(entity).length > 0 && (isShared || !locks.hasOneRoot(entity)),
    );
    const { owningRoots } = this.state;
    if (shared.length === 0) return owningRoots;
    const members = shared.map(([entity, touched]) => ({ entity, rows: valuesOf(entity, touched) }));
    return [...owningRoots, ...(await locks.lockOwningRoots(members, locked))];
  }

  #of(entity: EntityMetadata): Touched {
    const touched = this.state.rows.get(entity) ?? {
      changed: new Set(),
      before: [],
      created: new Set(),
      isShared: false,
    };
    touched.isShared ||= this.isShared;
    this.state.rows.set(entity, touched);
    return touched;
  }
}

/** The values by which roots are found. A new entity has no other links, so that its primary key is left out. */
function valuesOf({ primaryKey }: EntityMetadata, { changed, before, created, isShared }: Touched): FieldValues[] {
  const stored = (row: StoredRow) => row.get() as FieldValues;
  const unlinked = (row: StoredRow) => ({ ...stored(row), [primaryKey.name]: undefined });
  return [...[...changed].map(stored), ...before, ...[...created].map(isShared ? stored : unlinked)];
}
