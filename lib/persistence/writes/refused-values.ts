import type { EntityMetadata } from '../../metadata';
import { below, InvalidEntityError, type Violation } from '../../values';
import { classifyDatabaseError } from '../unit-of-work/database-faults';

/**
 * Runs a write of entities of one class.
 *
 * @param path what the paths of violations begin with
 * @throws InvalidEntityError where the model or the database refuses a value
 */
export async function refusing<T>(
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

function violationsIn(error: unknown): readonly Violation[] {
  if (error instanceof InvalidEntityError) return error.violations;
  const fault = classifyDatabaseError(error);
  return fault?.kind === 'invalid' ? fault.violations : [];
}

/** A value that no answer shows is not shown by the refusal of it either. */
export function withoutSecret({ fields }: EntityMetadata, violation: Violation): Violation {
  const access = fields.get(String(violation.path.at(-1)))?.access;
  return access === 'hidden' || access === 'writeOnly' ? { ...violation, invalidValue: undefined } : violation;
}
