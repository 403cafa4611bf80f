import { tracing } from '../unit-of-work/tracing';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { WrittenRows } from '../unit-of-work/written-rows';
import type { DomainSequelize } from './domain-sequelize';
import { runAndRollBack } from './run-and-roll-back';

export interface Trial<T, U> {
  /** Calls `complete` to run the work that is due before a COMMIT. */
  work(written: WrittenRows, complete: () => Promise<void>): Promise<T>;
  /** Runs after the rollback of the work, with the original rows and a record of what was written. */
  compare(result: T, written: WrittenRows): Promise<U>;
  /** Whether inner units of work are savepoints, so that the work can continue after one of them fails. */
  readonly usesSavepoints: boolean;
}

/**
 * Runs work in a savepoint that is always rolled back, and compares the result with the rows as they were. Callbacks of
 * `afterCommit` never run.
 */
export async function runTrial<T, U>(
  sequelize: DomainSequelize,
  { work, compare, usesSavepoints }: Trial<T, U>,
): Promise<U> {
  tracing.units++;
  const attempt = async () => {
    const written = new WrittenRows();
    currentUnit(sequelize)!.written = written;
    const inSavepoint = () => {
      const unit = currentUnit(sequelize)!;
      unit.usesSavepoints = usesSavepoints;
      return work(written, async () => unit.beforeCommit?.run());
    };
    const result = await runAndRollBack((inner) => sequelize.unitOfWork(inner, { savepoint: true }), inSavepoint);
    return compare(result, written);
  };
  try {
    const options = { isolationLevel: 'read committed' } as const;
    return await runAndRollBack((inner) => sequelize.unitOfWork(inner, options), attempt);
  } finally {
    tracing.units--;
  }
}
