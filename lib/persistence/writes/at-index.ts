import { below, InvalidEntityError } from '../../values';
import { violationsIn } from './with-violations';

/**
 * Runs the write of one of several rows.
 *
 * @throws InvalidEntityError with paths that begin with the index of the row
 */
export async function atIndex(index: number, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const violations = violationsIn(error);
    throw violations.length > 0 ? new InvalidEntityError(below([index], violations)) : error;
  }
}
