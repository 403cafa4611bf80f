import type { DomainClass } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { type Logging, optionsOf } from '../sequelize/sequelize-instance';

/**
 * Calls the listener with every statement that is sent to the database of a model, BEGIN and COMMIT included.
 *
 * @returns a function that ends it
 */
export function watchStatements(type: DomainClass, listener: (sql: string) => void): () => void {
  const options = optionsOf(modelOf(type).sequelize!);
  const before = options.logging;
  const logging: Logging = (line, timing) => {
    if (before) before(line, timing);
    listener(statementOf(line));
  };
  options.logging = logging;
  return () => {
    if (options.logging === logging) options.logging = before;
  };
}

/** The statement of a log line such as `Executing (default): SELECT 1`. */
function statementOf(line: string): string {
  const end = line.startsWith('Execut') ? line.indexOf('): ') : -1;
  return end < 0 ? line : line.slice(end + '): '.length);
}
