import type { DomainClass } from '../../metadata';
import { modelOf } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { runAll } from './run-sql';

/**
 * Calls work in a transaction in which a row may be stored before the one that it refers to.
 *
 * @param type  a class of the database
 */
export function withLaterKeys<T>(type: DomainClass, work: () => Promise<T>): Promise<T> {
  const sequelize = modelOf(type).sequelize as DomainSequelize;
  const { sqlDialect: dialect } = sequelize;
  const { off, on } = dialect.transactions.laterKeys;
  const send = (sql: string) => sequelize.sendWrite((connection) => runAll(dialect, connection, [sql]));
  return sequelize.unitOfWork(async () => {
    await send(off);
    try {
      return await work();
    } finally {
      await send(on);
    }
  });
}
