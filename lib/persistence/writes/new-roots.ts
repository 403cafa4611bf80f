import type { AggregateMetadata, CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { associationKeys } from '../models/association';
import { type Entity, type FieldValues, modelOf, storedName } from '../models/domain-model';
import { preload } from '../models/preloaded';
import { entityOf } from '../reads/entity-of';
import { timestampsOf } from '../sequelize/model-class';
import type { RowsByModel } from '../unit-of-work/inserted-rows';
import { nextCollections } from './load-collections';
import { valuesAsRead } from './values-as-read';
import { WrittenRow } from './written-row';

/**
 * New roots as they would be read, with the collections that their invariants load; undefined where that takes a SELECT.
 *
 * @param inserted all rows that the transaction has written
 */
export function newRoots(
  { root, invariants }: AggregateMetadata,
  keys: readonly unknown[],
  inserted: RowsByModel,
): readonly Entity[] | undefined {
  const due = new Set(keys.map(String));
  const roots = instancesOf(root, inserted)?.filter((one) => due.has(String(one.get(root.primaryKey.name))));
  const paths = invariants.flatMap(({ load }) => load);
  return roots?.length === due.size && loadFrom(inserted, roots, paths) ? roots : undefined;
}

/** A new root without children, as it would be read; undefined where that takes a SELECT. */
export function newRoot({ root, invariants }: AggregateMetadata, row: FieldValues): Entity | undefined {
  const instance = instanceOf(root, row);
  const paths = invariants.flatMap(({ load }) => load);
  return instance && loadFrom(new Map(), [instance], paths) ? instance : undefined;
}

/** @returns whether all children are known */
function loadFrom(inserted: RowsByModel, parents: readonly Entity[], paths: readonly CollectionPath[]): boolean {
  for (const [collection, below] of nextCollections(paths)) {
    const children = instancesOf(collection.target, inserted);
    if (!children) return false;
    preloadAll(parents, collection, children);
    if (!loadFrom(inserted, children, below)) return false;
  }
  return true;
}

function preloadAll(parents: readonly Entity[], collection: CollectionMetadata, children: readonly Entity[]): void {
  const { sourceKey, foreignKey } = associationKeys(collection) as { sourceKey: string; foreignKey: string };
  const byParent = new Map(parents.map((parent) => [String(parent.get(sourceKey)), [] as Entity[]]));
  for (const child of children) byParent.get(String(child.get(foreignKey)))?.push(child);
  for (const parent of parents) {
    const own = byParent.get(String(parent.get(sourceKey)))!;
    preload(parent, collection.property, own, collection.kind === 'oneToOne');
  }
}

/** Instances of all rows of a class that the transaction has written, in the order of their keys. */
function instancesOf(entity: EntityMetadata, inserted: RowsByModel): readonly Entity[] | undefined {
  const model = modelOf(entity.type);
  const table = storedName(model);
  // Several classes may have rows in one table.
  if ([...inserted.keys()].some((other) => other !== model && storedName(other) === table)) return undefined;
  const { name, type } = entity.primaryKey;
  const rows = inserted.get(model) ?? [];
  // The order of other keys is that of a collation.
  if (rows.length > 1 && type.kind !== 'integer') return undefined;
  const instances = rows.flatMap((row) => instanceOf(entity, row) ?? []);
  if (instances.length < rows.length) return undefined;
  return instances.sort((one, other) => Number(one.get(name)) - Number(other.get(name)));
}

function instanceOf(entity: EntityMetadata, row: FieldValues): Entity | undefined {
  const { deletedAt } = timestampsOf(modelOf(entity.type));
  // A row that was deleted softly would not be found.
  const isFound = deletedAt === undefined || (row[deletedAt] ?? null) === null;
  const values = isFound ? valuesAsRead(entity, row) : undefined;
  return values && entityOf(entity, new WrittenRow({ ...values }));
}
