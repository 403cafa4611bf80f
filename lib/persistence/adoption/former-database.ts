import { resolve } from 'node:path';
import type { Sequelize } from 'sequelize';
import type { DatabaseUrl } from '../database-url';
import type { PlainModel } from './plain-model';

/** Where a model was, if its rows are not those that the data source has: for the log. */
export function formerDatabaseNotice({ name, sequelize }: PlainModel, url: DatabaseUrl): string | undefined {
  const former = databaseOf(sequelize as unknown as Sequelize);
  if (former === databaseNamed(url)) return undefined;
  return `${name} was on the database ${former} and is on ${url.display} while the application runs: what your code sends by its own Sequelize goes elsewhere.`;
}

function databaseOf(sequelize: Sequelize): string {
  const { storage } = (sequelize as unknown as { readonly options: { readonly storage?: string } }).options;
  if (sequelize.getDialect() !== 'sqlite') return sequelize.getDatabaseName();
  // Each one in memory is another.
  return storage === undefined || storage === ':memory:' ? 'in memory' : resolve(storage);
}

function databaseNamed({ storage, database }: DatabaseUrl): string {
  return storage ?? database!;
}
