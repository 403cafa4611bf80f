import { InvalidEntityError } from '../../values';
import { classifyDatabaseError } from '../unit-of-work/database-faults';

/** Reports missing values as required: Sequelize reports that they must not be null, a hook fails with a TypeError. */
export function withRequired(error: unknown, missing: readonly string[]): unknown {
  if (error instanceof TypeError) {
    return new InvalidEntityError(missing.map((name) => ({ path: [name], message: 'is required' })));
  }
  const fault = classifyDatabaseError(error);
  if (fault?.kind !== 'invalid') return error;
  return new InvalidEntityError(
    fault.violations.map((violation) => {
      const { path } = violation;
      return missing.includes(String(path[0])) ? { path, message: 'is required' } : violation;
    }),
  );
}
