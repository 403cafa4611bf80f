import type { CollectionMetadata } from '../metadata';
import type { EntityStore, StoredRow } from '../persistence';
import { distinct, type Violation } from '../values';
import type { WriteCheck } from './changes';
import { ChangeDeniedError, ChildExistsError } from './errors';
import type { ExistingChild, PlacedChild } from './placed-changes';

/** The payloads of single children, by what is to be done with them. */
export interface SingleElements {
  /** Existing children to be updated. */
  readonly named: readonly ExistingChild[];
  /** Existing children to be deleted. */
  readonly leaving: readonly ExistingChild[];
  /** Children to be created. */
  readonly fresh: readonly PlacedChild[];
  /** Those of the writes that are planned. */
  readonly violations: readonly Violation[];
}

/**
 * Looks up the single children of parents in one statement, which decides whether each payload updates, deletes or
 * creates its child.
 *
 * @param elements at most one for each parent
 * @throws ChangeDeniedError for a forbidden write
 */
export async function singleElements(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<SingleElements> {
  const isLocking = elements.some(({ changes }) => changes.merging);
  const stored = await store.singleChildren(collection, parentsOf(elements), { isLocking });
  const violations: Violation[] = [];
  /** @throws ChangeDeniedError for a planned write that the principal may not do */
  const isPlanned = (check: WriteCheck | undefined): boolean => {
    if (check?.denial) throw new ChangeDeniedError(collection.property, check.denial);
    violations.push(...(check?.violations ?? []));
    return check !== undefined;
  };
  const existing = elements.flatMap((element): ExistingChild[] => {
    const entity = stored.get(element.parent);
    return entity ? [{ ...element, entity }] : [];
  });
  const leaving = existing.filter(({ changes }) => isPlanned(changes.removal));
  const named = existing.filter(({ changes }) => !changes.removal);
  for (const { changes } of named) isPlanned({ violations: [], denial: changes.denial });
  const fresh = elements.flatMap((element) => {
    const { asNew, removal } = element.changes;
    const isNew = asNew && (removal || !stored.has(element.parent)) && isPlanned(asNew);
    return isNew ? [{ ...element, changes: asNew.changes }] : [];
  });
  return { named, leaving, fresh, violations: distinct(violations) };
}

function parentsOf(elements: readonly PlacedChild[]): StoredRow[] {
  return elements.map(({ parent }) => parent);
}

/** @throws ChildExistsError if a parent without a child has one outside the rows that the principal has access to */
export async function verifyNoHiddenChild(
  store: EntityStore,
  collection: CollectionMetadata,
  { fresh, leaving }: SingleElements,
): Promise<void> {
  const left = new Set(parentsOf(leaving));
  const parents = parentsOf(fresh).filter((parent) => !left.has(parent));
  if (store.unscoped === store || parents.length === 0) return;
  const hidden = await store.unscoped.singleChildren(collection, parents);
  if (hidden.size > 0) throw new ChildExistsError(collection);
}
