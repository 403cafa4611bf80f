import { below, InvalidEntityError } from '../../values';
import { classifyDatabaseError } from '../unit-of-work/database-faults';

/**
 * Runs the write of one of several rows.
 *
 * @throws InvalidEntityError with paths that begin with the index of the row
 */
export async function atIndex(index: number, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof InvalidEntityError) throw new InvalidEntityError(below([index], error.violations));
    const fault = classifyDatabaseError(error);
    if (fault?.kind !== 'invalid' || fault.violations.length === 0) throw error;
    throw new InvalidEntityError(below([index], fault.violations));
  }
}
