import type { AggregateMetadata, InvariantMetadata } from '../../metadata';
import { InvariantMethodError, InvariantViolatedError, type InvariantViolation } from '../errors';
import { type Entity, modelOf, type StoredRow } from '../models/domain-model';
import { selectEntities } from '../reads/select-entities';
import { endsTransaction } from '../unit-of-work/database-faults';
import { runPart } from '../unit-of-work/run-unit-of-work';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { loadCollections } from './load-collections';
import { newRoots } from './new-roots';
import { watchedTablesOf } from './watched-tables';

/** The touched roots of one aggregate. */
interface Touched {
  readonly aggregate: AggregateMetadata;
  readonly roots: readonly { readonly row: StoredRow; readonly isNew: boolean }[];
}

/**
 * Checks the invariants of roots, unless they are deleted, in a part of the unit of work that may only read.
 *
 * @throws InvariantViolatedError with all invariants that do not hold
 */
export async function checkInvariants(touched: readonly Touched[]): Promise<void> {
  const violations: InvariantViolation[] = [];
  for (const one of touched) if (one.aggregate.root.hasInvariants) violations.push(...(await violationsOf(one)));
  if (violations.length > 0) throw new InvariantViolatedError(violations);
}

async function violationsOf({ aggregate, roots }: Touched): Promise<InvariantViolation[]> {
  const { root, invariants } = aggregate;
  const { name } = root.primaryKey;
  const keys = roots.map(({ row }) => row.get(name));
  let found = currentUnit(modelOf(root.type).sequelize!)!.root.inserted && knownRoots(aggregate, keys);
  if (!found) {
    // Locking reads the latest committed rows, not those of the transaction's snapshot; soft-deleted rows are left out.
    found = await selectEntities(root, { [name]: keys as string[] }, { lock: true, ignoresDefaultScope: true });
    const paths = invariants.flatMap(({ load }) => load);
    await loadCollections(found, paths);
  }
  const created = new Set(roots.filter(({ isNew }) => isNew).map(({ row }) => String(row.get(name))));
  const violations: InvariantViolation[] = [];
  for (const entity of found) {
    const isNew = created.has(String(entity.get(name)));
    for (const invariant of await brokenOf(aggregate, entity)) {
      violations.push({ root, invariant, key: entity.get(root.key.name), primaryKey: entity.get(name), isNew });
    }
  }
  return violations;
}

/** The roots of a unit that has written nothing but new rows. */
function knownRoots(aggregate: AggregateMetadata, keys: readonly unknown[]): readonly Entity[] | undefined {
  const { sequelize } = modelOf(aggregate.root.type);
  const inserted = currentUnit(sequelize!)?.allInserted;
  if (!inserted || !watchedTablesOf(sequelize!).newAggregates.areKnown(aggregate)) return undefined;
  return newRoots(aggregate, keys, inserted);
}

async function brokenOf({ root: metadata, invariants }: AggregateMetadata, root: Entity): Promise<InvariantMetadata[]> {
  const unit = currentUnit(modelOf(metadata.type).sequelize!)!;
  const broken: InvariantMetadata[] = [];
  for (const invariant of invariants) {
    const holds = await runPart(unit, async () => {
      const result = await callInvariant(root, invariant);
      if (typeof result === 'boolean') return result;
      // A `return` may be missing.
      throw new TypeError('it returned no boolean: return true or false.');
    }).catch((error) => {
      // A transaction that the database has ended is retried.
      throw endsTransaction(error) ? error : new InvariantMethodError(metadata, invariant, error);
    });
    if (!holds) broken.push(invariant);
  }
  return broken;
}

/** @returns a boolean or a promise of one, unless the method is at fault */
export function callInvariant(root: Entity, { method }: InvariantMetadata): unknown {
  return (root as unknown as Record<string, () => unknown>)[method]!();
}
