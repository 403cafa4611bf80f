import type { AggregateMetadata, EntityMetadata } from '../metadata';
import type { Entity, EntityStore, FieldValues, LockedRoots } from '../persistence';

/** Entities below those of a request that were changed or created with them. */
export class TouchedEntities {
  readonly #rows = new Map<EntityMetadata, Set<Entity>>();

  add(entity: EntityMetadata, rows: readonly Entity[]): void {
    const known = this.#rows.get(entity) ?? new Set();
    for (const row of rows) known.add(row);
    this.#rows.set(entity, known);
  }

  /**
   * Locks the roots that hold one of the entities, too: one that is a root itself, or is linked, may have several.
   *
   * @param known roots that are locked already; they are not among the result
   */
  async lockHolders(store: EntityStore, known: readonly LockedRoots[]): Promise<LockedRoots[]> {
    const seen = new Set(known.flatMap(namesOf));
    const holders: LockedRoots[] = [];
    for (const [entity, rows] of this.#rows) {
      if (rows.size === 0 || hasOneHolder(entity, store.registry.aggregates)) continue;
      const values = [...rows].map((row) => row.get() as FieldValues);
      for (const locked of await store.lockHoldersOf(entity, values)) {
        const roots = locked.roots.filter((root) => !seen.has(nameOf(locked.aggregate, root)));
        for (const root of roots) seen.add(nameOf(locked.aggregate, root));
        if (roots.length > 0) holders.push({ ...locked, roots });
      }
    }
    return holders;
  }
}

/** Whether no other root than the one that it was reached from can hold an entity of the class. */
function hasOneHolder(entity: EntityMetadata, aggregates: readonly AggregateMetadata[]): boolean {
  const paths = aggregates.flatMap((aggregate) => aggregate.paths.filter((path) => path.at(-1)!.target === entity));
  return paths.length === 1 && paths[0]!.every(({ kind }) => kind === 'oneToMany');
}

function namesOf({ aggregate, roots }: LockedRoots): string[] {
  return roots.map((root) => nameOf(aggregate, root));
}

function nameOf({ root }: AggregateMetadata, row: Entity): string {
  return `${root.name} ${String(row.get(root.primaryKey.name))}`;
}
