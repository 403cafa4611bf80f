import type { AggregateMetadata, InvariantMetadata } from '../../metadata';
import { InvariantError, InvariantFailedError, type InvariantViolation } from '../errors';
import { type Entity, modelOf, type StoredRow } from '../models/domain-model';
import { selectEntities } from '../reads/select-entities';
import { endsTransaction } from '../unit-of-work/database-faults';
import { runPart } from '../unit-of-work/run-unit-of-work';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { loadCollections } from './load-collections';

/** Roots of one aggregate that were touched. */
interface Touched {
  readonly aggregate: AggregateMetadata;
  readonly roots: readonly { readonly row: StoredRow; readonly isNew: boolean }[];
}

/**
 * Asks the invariants of roots that are there, inside a unit of work that must not write meanwhile.
 *
 * @throws InvariantError with all that do not hold
 */
export async function checkInvariants(touched: readonly Touched[]): Promise<void> {
  const violations: InvariantViolation[] = [];
  for (const one of touched) if (one.aggregate.root.hasInvariants) violations.push(...(await violationsOf(one)));
  if (violations.length > 0) throw new InvariantError(violations);
}

async function violationsOf({ aggregate, roots }: Touched): Promise<InvariantViolation[]> {
  const { root, invariants } = aggregate;
  const { name } = root.primaryKey;
  const keys = roots.map(({ row }) => row.get(name));
  // Reads what others have committed by now, whatever the transaction has seen before; softly deleted rows are gone.
  const found = await selectEntities(root, { [name]: keys as string[] }, { lock: true, ignoresDefaultScope: true });
  const paths = invariants.flatMap(({ load }) => load);
  await loadCollections(found, paths);
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

async function brokenOf({ root: metadata, invariants }: AggregateMetadata, root: Entity): Promise<InvariantMetadata[]> {
  const unit = currentUnit(modelOf(metadata.type).sequelize!)!;
  const broken: InvariantMetadata[] = [];
  for (const invariant of invariants) {
    const holds = await runPart(unit, async () => askInvariant(root, invariant)).catch((error) => {
      // A transaction that the database ended in favour of others is run again.
      throw endsTransaction(error) ? error : new InvariantFailedError(metadata, invariant, error);
    });
    if (!holds) broken.push(invariant);
  }
  return broken;
}

/** @throws TypeError for a method that gives something else than a boolean: it may have forgotten to tell */
async function askInvariant(root: Entity, { method }: InvariantMetadata): Promise<boolean> {
  const holds: unknown = await (root as unknown as Record<string, () => unknown>)[method]!();
  if (typeof holds === 'boolean') return holds;
  throw new TypeError('it gave no boolean: let it return true or false.');
}
