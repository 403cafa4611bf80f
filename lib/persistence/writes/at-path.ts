import { orThrow } from '../../foundation';
import { below, InvalidEntityError, type Violation } from '../../values';
import { violationsIn } from './with-violations';

/**
 * Runs a write at a place of a payload, or of one of several rows.
 *
 * @throws InvalidEntityError with paths that begin with that of the place, or with the index of the row
 */
export function atPath<T>(path: Violation['path'], write: () => T): T {
  return orThrow(write, (error) => errorAt(path, error));
}

/** The error of a write with paths that begin with that of its place, if it has violations. */
export function errorAt(path: Violation['path'], error: unknown): unknown {
  const violations = violationsIn(error);
  return violations.length > 0 ? new InvalidEntityError(below(path, violations)) : error;
}
