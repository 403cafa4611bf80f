import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { type Entity, type EntityStore, type Row, type StoredRow, unlink } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import { DeletionPlan } from './deletion-plan';
import { ChangeDeniedError, TooManyRemovalsError } from './errors';
import { denyAny, type NamedElements } from './named-children';
import type { PlacedEntity } from './placed-changes';
import { wouldChange } from './shared-elements';
import type { TouchedEntities } from './touched-entities';

/**
 * The children that arrays omit from the collection that they replace: they are deleted, or unlinked from a many-to-many
 * collection. All checks run before anything is written.
 */
export class OmittedChildren {
  private constructor(
    private readonly collection: CollectionMetadata,
    private readonly omitted: ReadonlyMap<Entity, readonly Row[]>,
  ) {}

  /**
   * @param parents  the entities whose collection is replaced
   * @param elements the elements of their arrays
   * @throws InvalidEntityError for changes that the collection's exposure flags exclude
   * @throws ChangeDeniedError for changes that the principal may not make
   * @throws TooManyRemovalsError
   */
  static async of(
    store: EntityStore,
    collection: CollectionMetadata,
    parents: readonly PlacedEntity[],
    elements: NamedElements,
  ): Promise<OmittedChildren> {
    const before = await childrenBefore(store, collection, parents, elements.named.length);
    const replacement = replacementOf(collection, parents, elements, before);
    const violations = excludedChanges(collection, replacement);
    if (violations.length > 0) throw new InvalidEntityError(violations);
    denyAny(collection.target, replacement.linked, ({ linking }) => linking);
    for (const { entity, changes } of parents) {
      const { length } = replacement.omitted.get(entity) ?? [];
      const { most, denial } = changes.replacing!.get(collection)!;
      if (length > 0 && denial) throw new ChangeDeniedError(collection.property, denial);
      if (length > most) throw new TooManyRemovalsError(collection, most);
    }
    return new OmittedChildren(collection, replacement.omitted);
  }

  /** The parents that lose a child. */
  get parents(): readonly Entity[] {
    return [...this.omitted.keys()];
  }

  /** @param touched receives the removed rows, and the roots of other aggregates that they belonged to */
  async remove(store: EntityStore, touched: TouchedEntities): Promise<void> {
    if (this.omitted.size === 0) return;
    if (this.collection.kind === 'manyToMany') {
      const links = [...this.omitted].flatMap(([parent, children]) =>
        children.map((entity) => ({ parent, entity: entity as StoredRow })),
      );
      touched.addOwningRoots(await store.locks.lockOtherSides(this.collection, links));
      for (const [parent, children] of this.omitted) {
        await unlink(this.collection, [parent], children as readonly StoredRow[]);
      }
      return touched.addLink();
    }
    await removeChildren(store, this.collection.target, [...this.omitted.values()].flat() as Entity[], touched);
  }
}

/**
 * Deletes children of one class with their own children, as a DELETE does.
 *
 * @param touched receives the roots of other aggregates that the deleted rows belonged to
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
  touched.addOwningRoots(await plan.lockOwningRoots(store));
  await plan.execute();
}

type Children = ReadonlyMap<Entity, readonly Row[]>;

/** Reads one child more than may be removed, which is enough to see that there are too many. */
async function childrenBefore(
  store: EntityStore,
  collection: CollectionMetadata,
  parents: readonly PlacedEntity[],
  namedCount: number,
): Promise<Children> {
  const entities = parents.map(({ entity }) => entity);
  if (collection.kind === 'manyToMany') {
    const lists = await store.retrieval.childrenByParent(collection, entities);
    return new Map(entities.map((parent, index) => [parent, lists[index]!]));
  }
  const limits = parents.map(({ changes }) => changes.replacing!.get(collection)!.most);
  const limit = namedCount + limits.reduce((sum, most) => sum + most + 1, 0);
  return store.childrenToLock(collection, entities, limit);
}

function replacementOf(
  { kind, target }: CollectionMetadata,
  parents: readonly PlacedEntity[],
  { named, fresh }: NamedElements,
  before: Children,
): Replacement {
  const keyOf = (row: Row) => String(row.get(target.primaryKey.name));
  const omitted = new Map<Entity, readonly Row[]>();
  for (const { entity: parent } of parents) {
    const namedKeys = new Set(named.filter((element) => element.parent === parent).map(({ entity }) => keyOf(entity)));
    const children = before.get(parent)!.filter((child) => !namedKeys.has(keyOf(child)));
    if (children.length > 0) omitted.set(parent, children);
  }
  const isLinked = (parent: StoredRow, child: Row) =>
    before.get(parent as Entity)?.some((row) => keyOf(row) === keyOf(child)) === true;
  const linked = kind === 'manyToMany' ? named.filter(({ parent, entity }) => !isLinked(parent, entity)) : [];
  return { parents, named, fresh, linked, omitted };
}

/** The changes that an array makes to the collection that it replaces. */
interface Replacement extends NamedElements {
  readonly parents: readonly PlacedEntity[];
  /** The named elements of a many-to-many collection that are not linked yet. */
  readonly linked: NamedElements['named'];
  /** The omitted children, by parent. */
  readonly omitted: ReadonlyMap<Entity, readonly Row[]>;
}

/** The violations of the collection's exposure flags, which apply to arrays as they do to routes. */
function excludedChanges({ property, exposure, target }: CollectionMetadata, changes: Replacement): Violation[] {
  const { parents, named, fresh, linked, omitted } = changes;
  const violations: Violation[] = [];
  if (!exposure.create) {
    for (const { path } of fresh) violations.push({ path, message: `cannot be created in this collection` });
    for (const { path } of linked) violations.push({ path, message: `cannot be linked in this collection` });
  }
  if (!exposure.update) {
    for (const { path, entity, changes } of named) {
      if (wouldChange(entity, changes)) {
        violations.push({ path, message: `cannot be changed in this collection` });
      }
    }
  }
  if (!exposure.delete) {
    for (const { path, entity } of parents) {
      for (const child of omitted.get(entity) ?? []) violations.push(omission([...path, property], child, target));
    }
  }
  return violations;
}

function omission(path: Violation['path'], child: Row, { name, key }: CollectionMetadata['target']): Violation {
  return {
    path,
    message: `omits the ${name} ${String(child.get(key.name))}, which cannot be removed from this collection: include it`,
  };
}
