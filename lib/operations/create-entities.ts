import type { CollectionMetadata, EntityMetadata } from '../metadata';
import {
  below,
  collectionAt,
  type Entity,
  type EntityStore,
  entityAt,
  type FieldValues,
  InvalidEntityError,
  type LockedRoots,
  type Place,
} from '../persistence';
import type { Changes } from './changes';
import { type EntityTree, leaf } from './entity-tree';
import { linkEntity } from './link-entity';
import { namingMissingReference } from './missing-reference';
import { lockPath, raiseVersions } from './resolve-path';

/**
 * Creates one entity for each payload at a place, with the children that the payload holds: all of them, or none.
 *
 * @returns the created entities in the order of the payloads; children have their keys
 * @throws EntityNotFoundError when a parent is missing
 * @throws InvalidEntityError with the violations of the first payload that the model refuses
 * @throws ReferenceNotFoundError when a foreign key refers to nothing
 * @see Specification, "Generated CRUD routes": POST
 */
export async function createEntities(
  store: EntityStore,
  place: Place,
  payloads: readonly Changes[],
): Promise<EntityTree[]> {
  return namingMissingReference(store, entityAt(place), payloads, () =>
    store.unitOfWork(async () => {
      const { parent, holders } = await lockSurroundings(store, place, payloads);
      const trees: EntityTree[] = [];
      for (const payload of payloads) trees.push(await createAt(store, place, payload, parent));
      await raiseVersions(store, holders);
      return trees;
    }),
  );
}

interface Surroundings {
  readonly parent?: Entity;
  readonly holders: readonly LockedRoots[];
}

async function lockSurroundings(store: EntityStore, place: Place, payloads: readonly Changes[]): Promise<Surroundings> {
  const own = place.path.length > 0 ? await lockPath(store, place) : undefined;
  const others = await store.lockHolders(
    place,
    payloads.map(({ values }) => values),
  );
  if (!own) return { holders: others };
  return { parent: own.parent, holders: [{ aggregate: place.aggregate, roots: [own.root] }, ...others] };
}

async function createAt(store: EntityStore, place: Place, payload: Changes, parent?: Entity): Promise<EntityTree> {
  const collection = collectionAt(place);
  if (!collection || !parent) return createTree(store, entityAt(place), payload);
  return createChild(store, collection, parent, payload);
}

/** Creates an entity in a collection of its parent, or links one that is there. */
async function createChild(
  store: EntityStore,
  collection: CollectionMetadata,
  parent: Entity,
  payload: Changes,
): Promise<EntityTree> {
  const { target, foreignKey } = collection;
  if (foreignKey !== undefined) {
    const values = { ...payload.values, [foreignKey]: parentKey(collection, foreignKey, parent, payload.values) };
    return createTree(store, target, { ...payload, values });
  }
  if (payload.linked !== undefined) return leaf(await linkEntity(store, collection, parent, payload));
  const tree = await createTree(store, target, payload);
  await store.link(collection, parent, [tree.entity]);
  return tree;
}

/** The parent's key; a payload may repeat it but not name another parent. */
function parentKey({ owner }: CollectionMetadata, foreignKey: string, parent: Entity, values: FieldValues): unknown {
  const key = parent.get(owner.primaryKey.name);
  const given = values[foreignKey] ?? key;
  if (String(given) === String(key)) return key;
  const message = `names another ${owner.name} than the one that it is created in: leave it out`;
  throw new InvalidEntityError([{ path: [foreignKey], message, invalidValue: given }]);
}

async function createTree(store: EntityStore, entity: EntityMetadata, payload: Changes): Promise<EntityTree> {
  const created = await store.insert(entity, payload.values);
  const children = new Map<CollectionMetadata, readonly EntityTree[]>();
  for (const [collection, elements] of payload.children) {
    const trees: EntityTree[] = [];
    for (const [index, element] of elements.entries()) {
      trees.push(await at([collection.property, index], () => createChild(store, collection, created, element)));
    }
    children.set(collection, trees);
  }
  return { entity: created, children };
}

/** Lets violations of a nested payload name the way down to them. */
async function at<T>(path: readonly (string | number)[], create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof InvalidEntityError) throw new InvalidEntityError(below(path, error.violations));
    throw error;
  }
}
