import type { CollectionMetadata } from '../metadata';
import type { EntityStore, StoredRow } from '../persistence';
import { distinct, InvalidEntityError, type Violation } from '../values';
import type { Judged } from './changes';
import { ChangeDeniedError, ChildPresentError } from './errors';
import type { PlacedChild, PlacedEntity } from './placed-changes';

type Named = PlacedChild & PlacedEntity;

/** The changes of single children, by whether the child exists. */
export interface SingleElements {
  /** Those that are there and stay. */
  readonly named: readonly Named[];
  /** Those that are there and go. */
  readonly leaving: readonly Named[];
  readonly fresh: readonly PlacedChild[];
}

/**
 * Looks up the single children of parents, one statement for all of them, and with them which reading of each payload
 * counts.
 *
 * @param elements one at most for each parent
 * @throws InvalidEntityError, ChangeDeniedError for what is wrong with that reading
 * @throws ChildPresentError for one that who asks cannot know of
 */
export async function singleElements(
  store: EntityStore,
  collection: CollectionMetadata,
  elements: readonly PlacedChild[],
): Promise<SingleElements> {
  const stored = await store.singleChildren(collection, parentsOf(elements));
  const judge = new Judge(collection);
  const found = elements.flatMap((element): Named[] => {
    const entity = stored.get(element.parent);
    return entity ? [{ ...element, entity }] : [];
  });
  const leaving = found.filter(({ changes }) => judge.permits(changes.removal));
  const named = found.filter(({ changes }) => !changes.removal);
  for (const { changes } of named) judge.permits({ violations: [], denial: changes.denial });
  const fresh = elements.flatMap((element) => {
    const { asNew, removal } = element.changes;
    const isNew = asNew && (removal || !stored.has(element.parent)) && judge.permits(asNew);
    return isNew ? [{ ...element, changes: asNew.changes }] : [];
  });
  judge.finish();
  await verifyNone(
    store,
    collection,
    parentsOf(fresh).filter((parent) => !stored.has(parent)),
  );
  return { named, leaving, fresh };
}

function parentsOf(elements: readonly PlacedChild[]): StoredRow[] {
  return elements.map(({ parent }) => parent);
}

/** Gathers what is wrong with what payloads turn out to ask for. */
class Judge {
  readonly #violations: Violation[] = [];

  constructor(private readonly collection: CollectionMetadata) {}

  /** @returns whether it is asked for at all */
  permits(judged: Judged | undefined): boolean {
    if (judged?.denial) throw new ChangeDeniedError(this.collection.property, judged.denial);
    this.#violations.push(...(judged?.violations ?? []));
    return judged !== undefined;
  }

  finish(): void {
    if (this.#violations.length > 0) throw new InvalidEntityError(distinct(this.#violations));
  }
}

/** A child that is outside the scope of who asks is there all the same. */
async function verifyNone(
  store: EntityStore,
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
): Promise<void> {
  if (store.unscoped === store || parents.length === 0) return;
  const there = await store.unscoped.singleChildren(collection, parents);
  if (there.size > 0) throw new ChildPresentError(collection);
}
