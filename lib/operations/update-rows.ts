import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { atPath, type EntityStore, type FieldValues } from '../persistence';
import { distinct, InvalidEntityError, type Violation } from '../values';
import { exchangingValues } from './exchanged-values';
import { mergePayloads } from './merge-values';
import type { PlacedEntity } from './placed-changes';
import { verifyExpanded } from './verify-expanded';
import { verifyStored } from './verify-stored';

/**
 * Applies payloads to the fields of entities of one class.
 *
 * Merge patches are applied here, to the entities as they are stored now.
 *
 * @param collection the collection of children, which must stay with their parents
 * @returns for each payload whether it changed anything
 * @throws InvalidEntityError for changes to read-only fields, and values that the model rejects
 */
export async function updateRows(
  store: EntityStore,
  entity: EntityMetadata,
  payloads: readonly PlacedEntity[],
  collection?: CollectionMetadata,
): Promise<boolean[]> {
  const merged = mergePayloads(payloads);
  const { placed } = merged;
  const stored = [...merged.violations, ...verifyStored(placed, collection)];
  const { differing, missing } = await verifyExpanded(store, entity, placed);
  const violations = [...stored, ...differing];
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const rows = placed.map((payload) => payload.entity);
  store.notePlaced(entity, rows, placed);
  const cyclic = store.isTree(entity) ? await treeViolations(store, entity, placed) : [];
  if (cyclic.length > 0) throw new InvalidEntityError(cyclic);
  const changed = await (placed.length === 1
    ? updateEach(store, entity, placed)
    : exchangingValues(store, entity, placed, () => updateEach(store, entity, placed)));
  if (missing.length > 0) throw new InvalidEntityError(missing);
  return changed;
}

async function updateEach(
  store: EntityStore,
  entity: EntityMetadata,
  placed: ReturnType<typeof mergePayloads>['placed'],
): Promise<boolean[]> {
  const changed: boolean[] = [];
  for (const { entity: row, changes, path, merged: json } of placed) {
    // A patch is limited by the size of a body, but the value that it is applied to may grow with each of them.
    if (json) await store.verifyJsonLength(json);
    changed.push(await atPath(path, () => store.update(entity, row, changes.values)));
  }
  return changed;
}

/** Entities that would become their own ancestors. Several may share a payload, whose violation is reported once. */
export async function treeViolations(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedEntity[],
): Promise<Violation[]> {
  const rows = placed.map(({ entity: row, changes }) => ({ before: row.get() as FieldValues, values: changes.values }));
  if (!rows.some((row) => store.isMoved(entity, row))) return [];
  const violations = await store.treeViolations(entity, rows);
  return distinct(
    violations.map(({ path: [index, ...rest], ...one }) => ({
      ...one,
      path: [...placed[Number(index)]!.path, ...rest],
    })),
  );
}
