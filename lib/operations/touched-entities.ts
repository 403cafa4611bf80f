import type { AggregateMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore, FieldValues, LockedRoots } from '../persistence';

/** Rows of one class; shared ones were reached through a link, so that other roots than that of the request hold them. */
interface Touched {
  readonly rows: Set<Entity>;
  isShared: boolean;
}

/** Entities below those of a request that were changed or created with them. */
export class TouchedEntities {
  readonly #touched: Map<EntityMetadata, Touched>;
  readonly #isShared: boolean;

  constructor(touched: Map<EntityMetadata, Touched> = new Map(), isShared = false) {
    this.#touched = touched;
    this.#isShared = isShared;
  }

  /** The same, for what is reached through a link. */
  get beyondLink(): TouchedEntities {
    return new TouchedEntities(this.#touched, true);
  }

  add(entity: EntityMetadata, rows: readonly Entity[]): void {
    if (rows.length === 0) return;
    const known = this.#touched.get(entity) ?? { rows: new Set(), isShared: false };
    for (const row of rows) known.rows.add(row);
    known.isShared ||= this.#isShared;
    this.#touched.set(entity, known);
  }

  /**
   * Locks the roots that hold one of the entities, too: one that is a root itself, or is linked, may have several.
   *
   * @param known roots that are locked already; they are not among the result, nor are those that were written
   */
  async lockHolders(store: EntityStore, known: readonly LockedRoots[]): Promise<LockedRoots[]> {
    const seen = new Set([...known.flatMap(namesOf), ...this.#names()]);
    const holders: LockedRoots[] = [];
    for (const [entity, { rows, isShared }] of this.#touched) {
      if (!isShared && hasOneHolder(entity, store.registry.aggregates)) continue;
      const values = [...rows].map((row) => row.get() as FieldValues);
      for (const { aggregate, roots } of await store.lockHoldersOf(entity, values)) {
        const fresh = roots.filter((root) => !seen.has(nameOf(aggregate.root, root)));
        for (const root of fresh) seen.add(nameOf(aggregate.root, root));
        if (fresh.length > 0) holders.push({ aggregate, roots: fresh });
      }
    }
    return holders;
  }

  #names(): string[] {
    return [...this.#touched].flatMap(([entity, { rows }]) => [...rows].map((row) => nameOf(entity, row)));
  }
}

/** Whether no other root than the one that it was reached from can hold an entity of the class. */
function hasOneHolder(entity: EntityMetadata, aggregates: readonly AggregateMetadata[]): boolean {
  const paths = aggregates.flatMap((aggregate) => aggregate.paths.filter((path) => path.at(-1)!.target === entity));
  return paths.length === 1 && paths[0]!.every(({ kind }) => kind === 'oneToMany');
}

function namesOf({ aggregate, roots }: LockedRoots): string[] {
  return roots.map((root) => nameOf(aggregate.root, root));
}

function nameOf({ name, primaryKey }: EntityMetadata, row: Entity): string {
  return `${name} ${String(row.get(primaryKey.name))}`;
}
