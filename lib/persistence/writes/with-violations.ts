import type { EntityMetadata } from '../../metadata';
import { below, InvalidEntityError, type Violation } from '../../values';
import { classifyDatabaseError } from '../unit-of-work/database-faults';

/**
 * Runs a write of entities of one class, and throws its violations as one error.
 *
 * @param path the beginning of the violations' paths
 * @throws InvalidEntityError when the model or the database rejects a value
 */
export async function withViolations<T>(
  entity: EntityMetadata,
  write: () => Promise<T>,
  path: Violation['path'] = [],
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const violations = violationsIn(error);
    if (violations.length === 0) throw error;
    throw new InvalidEntityError(below(path, violations).map((violation) => withoutSecret(entity, violation)));
  }
}

/** The violations that an error of a write reports; none for other errors. */
export function violationsIn(error: unknown): readonly Violation[] {
  if (error instanceof InvalidEntityError) return error.violations;
  const fault = classifyDatabaseError(error);
  return fault?.kind === 'invalid' ? fault.violations : [];
}

/** Removes the value of a write-only field, and the name of a hidden field, which domain code has filled. */
export function withoutSecret({ fields, computed }: EntityMetadata, violation: Violation): Violation {
  const { path } = violation;
  const name = String(path.at(-1));
  const access = (fields.get(name) ?? computed.get(name))?.access;
  if (access === 'hidden')
    return { path: path.slice(0, -1), message: 'a value that the server works out is not valid' };
  return access === 'writeOnly' ? { ...violation, invalidValue: undefined } : violation;
}
