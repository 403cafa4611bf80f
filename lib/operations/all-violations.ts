import { collectionAt, type EntityStore, entityAt, type Place, type WantedKeys } from '../persistence';
import { distinct, type Violation } from '../values';
import type { MissingReference } from './missing-references';
import type { PlacedChanges } from './placed-changes';
import { type PassOptions, ViolationsPass } from './violations-pass';
import { WrittenValues } from './written-values';

/** A write whose violations are looked for. */
export interface RejectedWrite {
  readonly kind: 'create' | 'update';
  readonly place: Place;
  /** The entities to update, which share the payload; undefined for a single child, and for a create. */
  readonly keys?: WantedKeys;
  readonly payloads: readonly PlacedChanges[];
}

/** What the comparison with the stored rows has found. */
export interface FoundViolations {
  readonly invalid: readonly Violation[];
  readonly references: readonly MissingReference[];
  /** Values of unique indexes that other rows have. */
  readonly taken: readonly Violation[];
}

/**
 * Compares a write that is rejected anyway with the stored entities, so that one response lists all violations.
 *
 * @param known the violations that it is rejected for
 * @returns the others, each once; none for keys that resolve to nothing
 * @throws ChangeDeniedError for a change that the principal may not make
 */
export async function furtherViolations(
  store: EntityStore,
  rejected: RejectedWrite,
  known: readonly Violation[],
): Promise<readonly Violation[]> {
  return listed(await findViolations(store, rejected, { known }));
}

export function listed({ invalid, references, taken }: FoundViolations): readonly Violation[] {
  return distinct([...invalid, ...references.map(({ violation }) => violation), ...taken]);
}

/** The comparison, in a unit of work of its own, or in the surrounding one. Nothing is written. */
export function findViolations(
  store: EntityStore,
  rejected: RejectedWrite,
  options: Pick<PassOptions, 'known' | 'isHalfWritten' | 'isStrict'>,
): Promise<FoundViolations> {
  const payloads = rejected.payloads.map(({ changes }) => changes);
  const written = new WrittenValues(entityAt(rejected.place), payloads);
  return store.unitOfWork(async () => {
    const pass = new ViolationsPass(store, { ...options, written, isRemoving: written.areRowsRemoved });
    await walk(store, rejected, pass);
    return pass;
  });
}

async function walk(
  store: EntityStore,
  { kind, place, keys, payloads }: RejectedWrite,
  pass: ViolationsPass,
): Promise<void> {
  const collection = collectionAt(place);
  if (kind === 'create' && !collection) return pass.fresh(entityAt(place), payloads);
  if (collection && !keys) {
    const parent = await store.parent(place);
    if (parent)
      await pass.below(
        collection,
        payloads.map((payload) => ({ ...payload, parent })),
      );
    return;
  }
  const entities = await store.find(place, keys);
  const placed = entities.flatMap((entity) => payloads.map((payload) => ({ ...payload, entity })));
  await pass.stored(entityAt(place), placed, collection);
}
