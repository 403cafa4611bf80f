import type { Journal } from '../unit-of-work/journal';
import { checkInvariants } from './check-invariants';
import { incrementVersions } from './increment-versions';

/**
 * Completes the aggregates that a unit of work has written: increments the versions of their roots, once, and checks their
 * invariants.
 *
 * @throws InvariantViolatedError
 */
export async function completeAggregates(journal: Journal): Promise<void> {
  const touched = [...journal.touched].map(({ aggregate, roots }) => ({ aggregate, roots: [...roots.values()] }));
  for (const { aggregate, roots } of touched) {
    const rows = roots.filter(({ isIncremented }) => !isIncremented).map(({ row }) => row);
    await incrementVersions(aggregate.root, rows);
  }
  await checkInvariants(touched);
}
