import { resolve } from 'node:path';
import type { Sequelize } from 'sequelize';
import type { DatabaseUrl } from '../database-url';
import type { DomainModel } from '../models/domain-model';

/** A log line for a model whose own Sequelize uses another database than the data source; else undefined. */
export function ownDatabaseNotice({ name, sequelize }: DomainModel, url: DatabaseUrl): string | undefined {
  const own = databaseOf(sequelize as unknown as Sequelize);
  if (own === (url.storage ?? url.database)) return undefined;
  return `${name} uses the database ${url.display} while the application runs, and its own Sequelize uses ${own}, where queries that your code sends through it go: connect both to the same database.`;
}

function databaseOf(sequelize: Sequelize): string {
  const { storage } = (sequelize as unknown as { readonly options: { readonly storage?: string } }).options;
  if (sequelize.getDialect() !== 'sqlite') return sequelize.getDatabaseName();
  // In-memory databases are all different.
  return storage === undefined || storage === ':memory:' ? 'an in-memory database' : resolve(storage);
}
