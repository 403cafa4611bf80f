import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { EntityStore, FieldValues, StoredRow } from '../persistence';
import { asNew, createChildren } from './create-trees';
import { type EntityTree, leaf } from './entity-tree';
import { LeftOut, removeChildren } from './left-out';
import { linkNew } from './link-elements';
import { childrenNamed, linkedEntities, type NamedElements } from './named-children';
import { elementsOf, type PlacedChild, type PlacedEntity } from './placed-changes';
import { singleElements } from './single-elements';
import type { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';

/**
 * Applies what payloads hold below entities of one class, level by level: an element with a key updates that child,
 * one without creates, and so does one with a key that clients choose and nobody has. Children that are not named stay,
 * unless their collection is replaced.
 *
 * Elements are looked up in one statement for each collection of a level, whatever the number of payloads.
 *
 * @param touched takes what was changed or created
 * @returns for each payload whether it changed anything below its entity
 * @throws InvalidEntityError for a key that names no child of its parent, and as {@link updateRows}
 */
export async function updateBelow(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<boolean[]> {
  const changed = new Set<StoredRow>();
  for (const collection of entity.collections.values()) {
    const elements = placed.flatMap((one) => elementsOf(one, collection, one.entity));
    const replaced = collection.replace ? placed.filter(({ changes }) => changes.replacing?.has(collection)) : [];
    for (const parent of await updateChildren(store, collection, elements, replaced, touched)) changed.add(parent);
  }
  return placed.map((one) => changed.has(one.entity));
}

/**
 * @param replaced the parents whose children are to be those that the elements name and create
 * @returns the parents below which something has changed
 */
async function updateChildren(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  replaced: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<StoredRow[]> {
  if (elements.length === 0 && replaced.length === 0) return [];
  if (collection.kind === 'oneToOne') return (await writeSingles(store, collection, elements, touched)).parents;
  const isLinking = collection.kind === 'manyToMany';
  const found = await (isLinking ? linkedEntities : childrenNamed)(store, collection, elements);
  const leftOut = replaced.length > 0 ? await LeftOut.of(store, collection, replaced, found) : undefined;
  await leftOut?.remove(store, touched);
  const { named } = found;
  const changed = await updateNamed(store, collection, named, isLinking ? touched.beyondLink : touched);
  const linked = isLinking ? await linkNew(store, collection, named, touched) : [];
  const created = await createFresh(store, collection, found, touched);
  if (leftOut) for (const { changes, entity } of named) touched.addWritten(changes, leaf(entity));
  const updated = named.filter((_, index) => changed[index]);
  return [
    ...(leftOut?.parents ?? []),
    ...updated.map(({ parent }) => parent),
    ...linked.map(({ parent }) => parent),
    ...created,
  ];
}

/** @returns their parents */
async function createFresh(
  store: EntityStore,
  collection: CollectionMetadata,
  { fresh }: NamedElements,
  touched: TouchedEntities,
): Promise<StoredRow[]> {
  const elements = collection.kind === 'manyToMany' ? fresh : fresh.map(asNew);
  const trees = await createChildren(store, collection, elements, touched);
  if (collection.replace)
    for (const [index, { changes }] of fresh.entries()) touched.addWritten(changes, trees[index]!);
  return fresh.map(({ parent }) => parent);
}

/** The results for single children. */
export interface WrittenSingles {
  /** Those that were there, and are changed where the payload says something else. */
  readonly named: readonly PlacedEntity[];
  readonly created: readonly EntityTree[];
  /** Below which something has changed. */
  readonly parents: StoredRow[];
}

/**
 * Updates the single children that are there, creates those that are not, and removes those that are to go.
 *
 * @throws what {@link singleElements} throws
 */
export async function writeSingles(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<WrittenSingles> {
  const { named, leaving, fresh } = await singleElements(store, collection, elements);
  if (leaving.length > 0) {
    const rows = leaving.map(({ entity }) => entity);
    await removeChildren(store, collection.target, rows, touched);
  }
  const changed = await updateNamed(store, collection, named, touched);
  const created = await createChildren(store, collection, fresh, touched);
  const updated = named.filter((_, index) => changed[index]);
  return { named, created, parents: [...leaving, ...updated, ...fresh].map(({ parent }) => parent) };
}

async function updateNamed(
  store: EntityStore,
  collection: CollectionMetadata,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<boolean[]> {
  const { target } = collection;
  const before = placed.map(({ entity }): FieldValues => ({ ...entity.get() }));
  const changed = await updateRows(store, target, placed, collection);
  touched.addChanged(
    target,
    placed.filter((_, index) => changed[index]).map(({ entity }) => entity),
    before.filter((_, index) => changed[index]),
  );
  const changedBelow = await updateBelow(store, target, placed, touched);
  return changed.map((one, index) => one || changedBelow[index]!);
}
