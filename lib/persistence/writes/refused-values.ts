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

/**
 * A value that no response shows is not shown by the refusal of it either, and a hidden field, which code of the domain
 * has filled, is not named.
 */
export function withoutSecret({ fields, computed }: EntityMetadata, violation: Violation): Violation {
  const { path } = violation;
  const name = String(path.at(-1));
  const access = (fields.get(name) ?? computed.get(name))?.access;
  if (access === 'hidden')
    return { path: path.slice(0, -1), message: 'a value that the server works out is not valid' };
  return access === 'writeOnly' ? { ...violation, invalidValue: undefined } : violation;
}
