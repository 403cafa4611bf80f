import { below, InvalidEntityError, type Violation } from '../../values';
import { violationsIn } from './with-violations';

/**
 * Runs a write at a place of a payload, or of one of several rows.
 *
 * @throws InvalidEntityError with paths that begin with that of the place, or with the index of the row
 */
export async function atPath<T>(path: Violation['path'], write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const violations = violationsIn(error);
    throw violations.length > 0 ? new InvalidEntityError(below(path, violations)) : error;
  }
}
