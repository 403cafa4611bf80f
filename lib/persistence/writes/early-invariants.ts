import type { AggregateMetadata, InvariantMetadata } from '../../metadata';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { previousValuesOf, valuesOf } from '../sequelize/instance';
import { runPart } from '../unit-of-work/run-unit-of-work';
import type { UnitOfWork } from '../unit-of-work/unit-of-work';
import { callInvariant } from './check-invariants';
import type { NewAggregates } from './new-aggregates';
import { newRoot } from './new-roots';
import { rowPlanOf } from './row-plan';

/**
 * Whether the invariants of roots hold that are about to be inserted, without children. False where the stored rows may be
 * needed to tell, or to report what is wrong: for a method that is async, reads a generated key, throws, or returns false.
 */
export function holdBeforeInsert(
  unit: UnitOfWork,
  aggregate: AggregateMetadata,
  rows: readonly FieldValues[],
  known: NewAggregates,
): Promise<boolean> {
  return runPart(unit, () =>
    withoutStatements(unit, async () => {
      for (const row of rows) if (!(await holdsBeforeInsert(aggregate, row, known))) return false;
      return true;
    }),
  );
}

async function holdsBeforeInsert(
  aggregate: AggregateMetadata,
  row: FieldValues,
  known: NewAggregates,
): Promise<boolean> {
  const root = newRoot(aggregate, row);
  if (!root) return false;
  const key = new UnknownKey(aggregate, root);
  for (const invariant of aggregate.invariants) {
    const result = resultOf(root, invariant);
    if (key.wasRead || typeof result === 'object') known.noteLate(invariant);
    // What it does must not go on beside the INSERT.
    await Promise.resolve(typeof result === 'object' ? result : undefined).catch(() => undefined);
    if (key.wasRead || result !== true) return false;
  }
  return true;
}

/** Undefined for a method that throws: the check of the stored root reports it. */
function resultOf(root: Entity, invariant: InvariantMetadata): unknown {
  try {
    return callInvariant(root, invariant);
  } catch {
    return undefined;
  }
}

/** The key of a new root that the database generates. It is noticed when code reads it. */
class UnknownKey {
  wasRead = false;

  constructor({ root: { type, primaryKey } }: AggregateMetadata, root: Entity) {
    if (!rowPlanOf(modelOf(type)).isKeyGenerated) return;
    const get = () => {
      this.wasRead = true;
      return null;
    };
    for (const values of [valuesOf(root), previousValuesOf(root)]) {
      Object.defineProperty(values, primaryKey.name, { enumerable: true, configurable: true, get });
    }
  }
}

/** Rejects all statements of a unit as long as the work runs. */
async function withoutStatements<T>({ root }: UnitOfWork, work: () => Promise<T>): Promise<T> {
  const reject = async () => {
    root.beforeStatement = reject;
    throw new Error('The row is not stored yet.');
  };
  root.beforeStatement = reject;
  try {
    return await work();
  } finally {
    root.beforeStatement = undefined;
  }
}
