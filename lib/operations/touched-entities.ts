import type { EntityMetadata } from '../metadata';
import type { EntityStore, FieldValues, LockedRoots, LockedRows, StoredRow } from '../persistence';
import type { Changes } from './changes';
import type { EntityTree } from './entity-tree';

/** Rows of one class; shared ones were reached through a link, so that other roots than that of the request hold them. */
interface Touched {
  readonly changed: Set<StoredRow>;
  /** The earlier values of changed entities, by which their former holders are found. */
  readonly before: FieldValues[];
  readonly created: Set<StoredRow>;
  isShared: boolean;
}

/** The entities touched so far; one for all that a request reaches. */
interface Gathered {
  readonly rows: Map<EntityMetadata, Touched>;
  hasLinks: boolean;
  /** Roots of other aggregates that held what is gone by now. */
  readonly holders: LockedRoots[];
  readonly written: Map<Changes, EntityTree>;
}

/** Entities that a request has changed or created. */
export class TouchedEntities {
  constructor(
    private readonly gathered: Gathered = { rows: new Map(), hasLinks: false, holders: [], written: new Map() },
    private readonly isShared = false,
  ) {}

  /** The same, for what is reached through a link. */
  get beyondLink(): TouchedEntities {
    return new TouchedEntities(this.gathered, true);
  }

  /** Whether nothing was written: no row, and no link between rows. */
  get isEmpty(): boolean {
    return this.gathered.rows.size === 0 && !this.gathered.hasLinks;
  }

  /** @param before the values of the rows before they were changed, where their parents may have changed with them */
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
    this.gathered.hasLinks = true;
  }

  /** Roots that are locked already, since they cannot be found any more by what they held. */
  addHolders(holders: readonly LockedRoots[]): void {
    this.gathered.holders.push(...holders);
  }

  /** The fate of an element of a replaced collection. */
  addWritten(element: Changes, tree: EntityTree): void {
    this.gathered.written.set(element, tree);
  }

  writtenOf(element: Changes): EntityTree {
    return this.gathered.written.get(element)!;
  }

  /**
   * Locks the roots that hold one of the entities, too: one that is a root itself, is linked, or names further parents
   * may have several.
   *
   * @param known roots whose version is raised anyway; they are not among the result, nor are those that were written
   * @param locked rows that are locked already
   */
  async lockHolders(
    { locks }: EntityStore,
    known: readonly LockedRoots[],
    locked: LockedRows,
  ): Promise<readonly LockedRoots[]> {
    const shared = [...this.gathered.rows].filter(
      ([entity, { isShared }]) => locks.holdersOf(entity).length > 0 && (isShared || !locks.hasOneHolder(entity)),
    );
    if (shared.length === 0 && this.gathered.holders.length === 0) return [];
    const held = shared.map(([entity, touched]) => ({ entity, rows: valuesOf(entity, touched) }));
    const holders = [...this.gathered.holders, ...(await locks.lockHolders(held, locked))];
    const seen = new Set([...known.flatMap(namesOf), ...this.#names()]);
    const isFirst = (name: string) => !seen.has(name) && seen.add(name).has(name);
    return holders.map(({ aggregate, roots }) => ({
      aggregate,
      roots: roots.filter((root) => isFirst(nameOf(aggregate.root, root))),
    }));
  }

  /** The roots that were not written themselves: those have another version already. */
  notWritten(holders: readonly LockedRoots[]): readonly LockedRoots[] {
    if (this.gathered.rows.size === 0) return holders;
    const written = new Set(this.#names());
    return holders.map(({ aggregate, roots }) => ({
      aggregate,
      roots: roots.filter((root) => !written.has(nameOf(aggregate.root, root))),
    }));
  }

  #of(entity: EntityMetadata): Touched {
    const touched = this.gathered.rows.get(entity) ?? {
      changed: new Set(),
      before: [],
      created: new Set(),
      isShared: false,
    };
    touched.isShared ||= this.isShared;
    this.gathered.rows.set(entity, touched);
    return touched;
  }

  #names(): string[] {
    return [...this.gathered.rows].flatMap(([entity, { changed, created }]) =>
      [...changed, ...created].map((row) => nameOf(entity, row)),
    );
  }
}

/** The values by which holders are found. A new entity is linked to nothing but that from which it was reached. */
function valuesOf({ primaryKey }: EntityMetadata, { changed, before, created, isShared }: Touched): FieldValues[] {
  const stored = (row: StoredRow) => row.get() as FieldValues;
  const unlinked = (row: StoredRow) => ({ ...stored(row), [primaryKey.name]: undefined });
  return [...[...changed].map(stored), ...before, ...[...created].map(isShared ? stored : unlinked)];
}

function namesOf({ aggregate, roots }: LockedRoots): string[] {
  return roots.map((root) => nameOf(aggregate.root, root));
}

function nameOf({ name, primaryKey }: EntityMetadata, row: StoredRow): string {
  return `${name} ${String(row.get(primaryKey.name))}`;
}
