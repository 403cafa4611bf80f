import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { EntityStore, FieldValues, StoredRow } from '../persistence';
import { createChildren, newElement } from './create-trees';
import { type EntityTree, leaf } from './entity-tree';
import { linkElements } from './link-elements';
import { childrenNamed, linkedEntities, type NamedElements, throwViolations } from './named-children';
import { OmittedChildren, removeChildren } from './omitted-children';
import { elementsOf, type PlacedChild, type PlacedEntity } from './placed-changes';
import { singleElements, verifyNoHiddenChild } from './single-elements';
import type { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';

/**
 * Applies the nested elements of payloads, level by level: an element with the key of a child updates it; one without a
 * key, or with a chosen key that no entity has, creates a child. Other children stay, unless their collection is
 * replaced.
 *
 * Elements are looked up in one statement for each collection of a level, whatever the number of payloads.
 *
 * @param touched receives what was changed or created
 * @returns for each payload whether it changed anything below its entity
 * @throws InvalidEntityError for a key of no child of its parent, and as {@link updateRows}
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
 * @param replaced the parents whose collection the elements replace
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
  const found = throwViolations(await (isLinking ? linkedEntities : childrenNamed)(store, collection, elements));
  const omitted = replaced.length > 0 ? await OmittedChildren.of(store, collection, replaced, found) : undefined;
  await omitted?.remove(store, touched);
  const { named } = found;
  const changed = await updateNamed(store, collection, named, isLinking ? touched.throughLink : touched);
  const linked = isLinking ? await linkElements(store, collection, named, touched) : [];
  const created = await createFresh(store, collection, found, touched);
  if (omitted) for (const { changes, entity } of named) touched.addWritten(changes, leaf(entity));
  const updated = named.filter((_, index) => changed[index]);
  return [
    ...(omitted?.parents ?? []),
    ...updated.map(({ parent }) => parent),
    ...linked.map(({ parent }) => parent),
    ...created,
  ];
}

/** @returns the parents of the created children */
async function createFresh(
  store: EntityStore,
  collection: CollectionMetadata,
  { fresh }: NamedElements,
  touched: TouchedEntities,
): Promise<StoredRow[]> {
  const elements = collection.kind === 'manyToMany' ? fresh : fresh.map(newElement);
  const trees = await createChildren(store, collection, elements, touched);
  if (collection.replace)
    for (const [index, { changes }] of fresh.entries()) touched.addWritten(changes, trees[index]!);
  return fresh.map(({ parent }) => parent);
}

/** The result of writing single children. */
export interface WrittenSingles {
  /** The existing children, updated or unchanged. */
  readonly named: readonly PlacedEntity[];
  readonly created: readonly EntityTree[];
  /** The parents below which something has changed. */
  readonly parents: StoredRow[];
}

/**
 * Updates, creates or deletes single children, as their payloads have it.
 *
 * @throws InvalidEntityError, ChangeDeniedError for an invalid or forbidden write
 * @throws ChildExistsError for a child that exists and is not visible to the principal
 */
export async function writeSingles(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
  touched: TouchedEntities,
): Promise<WrittenSingles> {
  const found = throwViolations(await singleElements(store, collection, elements));
  await verifyNoHiddenChild(store, collection, found);
  const { named, leaving, fresh } = found;
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
