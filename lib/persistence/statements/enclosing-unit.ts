import { currentUnit } from '../unit-of-work/unit-of-work';
import type { DomainSequelize } from './domain-sequelize';

/**
 * Runs code that opens its own units of work in one unit around them. Its isolation level is READ COMMITTED, so that
 * rows that are read after a lock are up to date, even if they were read before.
 *
 * @param usesSavepoints whether inner units are savepoints, so that the work can continue after one of them fails
 */
export function runEnclosingUnit<T>(
  sequelize: DomainSequelize,
  work: () => Promise<T>,
  usesSavepoints: boolean,
): Promise<T> {
  const enclosed = () => {
    currentUnit(sequelize)!.usesSavepoints = usesSavepoints;
    return work();
  };
  return sequelize.unitOfWork(enclosed, { isolationLevel: 'read committed' });
}
