import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { type Entity, type EntityStore, type Row, type StoredRow, unlink } from '../persistence';
import { InvalidEntityError } from '../values';
import { DeletionPlan } from './deletion-plan';
import { ChangeDeniedError, TooManyLeftOutError } from './errors';
import { excludedBy, type Replacement } from './excluded-changes';
import { denyAny, type NamedElements } from './named-children';
import type { PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';

/**
 * The children that arrays leave out of a collection that is replaced: they are deleted, or unlinked from a many-to-many
 * collection.
 *
 * Whether all may be done that an array asks for is decided before any of it is done.
 */
export class LeftOut {
  private constructor(
    private readonly collection: CollectionMetadata,
    private readonly gone: ReadonlyMap<Entity, readonly Row[]>,
  ) {}

  /**
   * @param replaced the parents
   * @param found    what their arrays name and create
   * @throws InvalidEntityError for what the collection excludes: creating, updating or deleting
   * @throws ChangeDeniedError for what who asks may not do
   * @throws TooManyLeftOutError
   */
  static async of(
    store: EntityStore,
    collection: CollectionMetadata,
    replaced: readonly PlacedEntity[],
    found: NamedElements,
  ): Promise<LeftOut> {
    const before = await childrenBefore(store, collection, replaced, found.named.length);
    const replacement = replacementOf(collection, replaced, found, before);
    const violations = excludedBy(collection, replacement);
    if (violations.length > 0) throw new InvalidEntityError(violations);
    denyAny(collection.target, replacement.linked, ({ linking }) => linking);
    for (const { entity, changes } of replaced) {
      const { length } = replacement.gone.get(entity) ?? [];
      const { most, denial } = changes.replacing!.get(collection)!;
      if (length > 0 && denial) throw new ChangeDeniedError(collection.property, denial);
      if (length > most) throw new TooManyLeftOutError(collection, most);
    }
    return new LeftOut(collection, replacement.gone);
  }

  /** Those that lose a child. */
  get parents(): readonly Entity[] {
    return [...this.gone.keys()];
  }

  /** @param touched takes what goes, and the roots of other aggregates that held it */
  async remove(store: EntityStore, touched: TouchedEntities): Promise<void> {
    if (this.gone.size === 0) return;
    if (this.collection.kind === 'manyToMany') {
      const links = [...this.gone].flatMap(([parent, children]) =>
        children.map((entity) => ({ parent, entity: entity as StoredRow })),
      );
      touched.addHolders(await store.locks.lockOtherSides(this.collection, links));
      for (const [parent, children] of this.gone) {
        await unlink(this.collection, [parent], children as readonly StoredRow[]);
      }
      return touched.addLink();
    }
    await removeChildren(store, this.collection.target, [...this.gone.values()].flat() as Entity[], touched);
  }
}

/**
 * Deletes children of one class with what belongs to them, as a delete does.
 *
 * @param touched takes the roots of other aggregates that held what goes
 */
export async function removeChildren(
  store: EntityStore,
  target: EntityMetadata,
  rows: readonly Entity[],
  touched: TouchedEntities,
): Promise<void> {
  const plan = new DeletionPlan(store.deleting);
  plan.touched.addChanged(target, rows);
  await plan.add(target, rows);
  await plan.verify();
  touched.addHolders(await plan.touched.lockHolders(store, [], new Map()));
  await plan.execute();
}

type Children = ReadonlyMap<Entity, readonly Row[]>;

/** One more than may go are enough to tell that there are too many. */
async function childrenBefore(
  store: EntityStore,
  collection: CollectionMetadata,
  replaced: readonly PlacedEntity[],
  kept: number,
): Promise<Children> {
  const parents = replaced.map(({ entity }) => entity);
  if (collection.kind === 'manyToMany') {
    const lists = await store.retrieval.childrenByParent(collection, parents);
    return new Map(parents.map((parent, index) => [parent, lists[index]!]));
  }
  const most = replaced.map(({ changes }) => changes.replacing!.get(collection)!.most);
  const limit = kept + most.reduce((sum, one) => sum + one + 1, 0);
  return store.childrenToLock(collection, parents, limit);
}

function replacementOf(
  { kind, target }: CollectionMetadata,
  replaced: readonly PlacedEntity[],
  { named, fresh }: NamedElements,
  before: Children,
): Replacement {
  const keyOf = (row: Row) => String(row.get(target.primaryKey.name));
  const gone = new Map<Entity, readonly Row[]>();
  for (const { entity } of replaced) {
    const kept = new Set(named.filter(({ parent }) => parent === entity).map((one) => keyOf(one.entity)));
    const left = before.get(entity)!.filter((child) => !kept.has(keyOf(child)));
    if (left.length > 0) gone.set(entity, left);
  }
  const isThere = (parent: StoredRow, child: Row) =>
    before.get(parent as Entity)?.some((one) => keyOf(one) === keyOf(child)) === true;
  const linked = kind === 'manyToMany' ? named.filter(({ parent, entity }) => !isThere(parent, entity)) : [];
  return { replaced, named, fresh, linked, gone };
}
