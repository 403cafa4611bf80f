import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { type Entity, type EntityStore, InvalidEntityError, type Violation } from '../persistence';
import type { Changes } from './changes';
import { type EntityTree, leaf } from './entity-tree';
import { linkEntity } from './link-entity';
import type { PlacedChanges, PlacedChild } from './placed-changes';

/**
 * Creates entities of one class with all that their payloads hold below them, level by level: one INSERT for each
 * class of a level, whatever the number of payloads.
 *
 * @returns in the order of the payloads
 */
export async function createTrees(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedChanges[],
): Promise<EntityTree[]> {
  if (placed.length === 0) return [];
  const created = await insertPlaced(
    store,
    entity,
    placed.map(({ changes }) => changes.values),
    placed,
  );
  const trees = created.map((one) => ({
    ...leaf(one),
    children: new Map<CollectionMetadata, readonly EntityTree[]>(),
  }));
  for (const collection of entity.collections.values()) {
    const elements = placed.flatMap((one, index) => childrenOf(one, collection, created[index]!));
    const children = await createChildren(store, collection, elements);
    for (const [index, { changes }] of placed.entries()) {
      if (!changes.children.has(collection)) continue;
      const own = children.filter((_, child) => elements[child]!.parent === created[index]);
      trees[index]!.children.set(collection, own);
    }
  }
  return trees;
}

/** Creates entities in a collection of their parents, or links those that are there. */
export async function createChildren(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<EntityTree[]> {
  if (collection.kind === 'manyToMany') return createLinked(store, collection, elements);
  const placed = elements.map((element) => withParentKey(collection, element));
  return createTrees(store, collection.target, placed);
}

async function createLinked(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<EntityTree[]> {
  const fresh = elements.filter(({ changes }) => changes.key === undefined);
  const created = await createTrees(store, collection.target, fresh);
  const trees: EntityTree[] = [];
  for (const element of elements) {
    const index = fresh.indexOf(element);
    const tree = index < 0 ? leaf(await linkEntity(store, collection, element)) : created[index]!;
    await store.link(collection, element.parent, [tree.entity]);
    trees.push(tree);
  }
  return trees;
}

function childrenOf({ changes, path }: PlacedChanges, collection: CollectionMetadata, parent: Entity): PlacedChild[] {
  const elements = changes.children.get(collection) ?? [];
  return elements.map((element, index) => ({ changes: element, path: [...path, collection.property, index], parent }));
}

/** A payload may repeat the key of its parent but not name another. */
function withParentKey({ owner, foreignKey }: CollectionMetadata, element: PlacedChild): PlacedChild {
  const { changes, path, parent } = element;
  const key = parent.get(owner.primaryKey.name);
  const given = changes.values[foreignKey!] ?? key;
  if (String(given) === String(key)) {
    return { ...element, changes: { ...changes, values: { ...changes.values, [foreignKey!]: key } } };
  }
  const message = `names another ${owner.name} than the one that it is created in: leave it out`;
  throw new InvalidEntityError([{ path: [...path, foreignKey!], message, invalidValue: given }]);
}

/** Lets violations name the way down to the payload that they are about. */
async function insertPlaced(
  store: EntityStore,
  entity: EntityMetadata,
  values: readonly Changes['values'][],
  placed: readonly PlacedChanges[],
): Promise<Entity[]> {
  try {
    return await store.insert(entity, values);
  } catch (error) {
    if (!(error instanceof InvalidEntityError)) throw error;
    throw new InvalidEntityError(error.violations.map((violation) => fromPayload(violation, placed)));
  }
}

function fromPayload(violation: Violation, placed: readonly PlacedChanges[]): Violation {
  const [index, ...rest] = violation.path;
  return { ...violation, path: [...placed[index as number]!.path, ...rest] };
}
