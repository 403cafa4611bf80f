import type { Journal } from '../unit-of-work/journal';
import { currentUnit } from '../unit-of-work/unit-of-work';
import type { DomainSequelize } from './domain-sequelize';

export interface Trial<T, U> {
  /** Calls `complete` to run the work that is due before a COMMIT. */
  work(journal: Journal, complete: () => Promise<void>): Promise<T>;
  /** Runs after the rollback of the work, with the original rows and the journal of the work. */
  compare(result: T, journal: Journal): Promise<U>;
  /**
   * The outcome without the original rows, of work that has inserted rows alone; undefined if they are needed. If given, the
   * work is tried without a savepoint first, and once more if they are.
   */
  conclude?(result: T, journal: Journal): U | undefined;
  /** Whether inner units of work are savepoints, so that the work can continue after one of them fails. */
  readonly usesSavepoints: boolean;
}

/**
 * Runs work in a savepoint that is always rolled back, and compares the result with the rows as they were. Work that
 * only inserts needs no savepoint. Callbacks of `afterCommit` never run.
 */
export async function runTrial<T, U>(
  sequelize: DomainSequelize,
  { work, compare, conclude, usesSavepoints }: Trial<T, U>,
): Promise<U> {
  let journal!: Journal;
  const traced = () => {
    const unit = currentUnit(sequelize)!;
    unit.usesSavepoints = usesSavepoints;
    unit.keepsRows = true;
    journal = unit.openJournal();
    return work(journal, () => unit.beforeCommit());
  };
  if (conclude) {
    const result = await runAndRollBack((inner) => sequelize.unitOfWork(inner), traced);
    const concluded = conclude(result, journal);
    if (concluded !== undefined) return concluded;
  }
  const attempt = async () => {
    const result = await runAndRollBack((inner) => sequelize.unitOfWork(inner, { savepoint: true }), traced);
    return compare(result, journal);
  };
  return runAndRollBack((inner) => sequelize.unitOfWork(inner, { isolationLevel: 'read committed' }), attempt);
}

/**
 * Runs work in a unit of work that is always rolled back.
 *
 * @param open runs its argument in a unit of work
 * @returns the result of the work
 */
async function runAndRollBack<T>(
  open: (work: () => Promise<never>) => Promise<never>,
  work: () => Promise<T>,
): Promise<T> {
  const rollback = new Error('The unit of work is rolled back on purpose.');
  const results: T[] = [];
  try {
    return await open(async () => {
      results[0] = await work();
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
    return results[0]!;
  }
}
