import { resolve } from 'node:path';
import type { Sequelize } from 'sequelize';
import type { DatabaseUrl } from '../database-url';
import { dialectOf } from '../dialects/dialect-of';
import type { DomainModel } from '../models/domain-model';
import { optionsOf } from '../sequelize/sequelize-instance';
import { DomainSequelize } from '../statements/domain-sequelize';

/** A Sequelize instance of other code, with one of its models that is part of the domain. */
export interface OwnInstance {
  readonly sequelize: Sequelize;
  /** The name of the model, for messages. */
  readonly model: string;
}

/** Whether other code has initialised a model on a Sequelize instance of its own. */
export function hasOwnSequelize(type: object): boolean {
  return Object.hasOwn(type, 'sequelize') && !((type as DomainModel).sequelize instanceof DomainSequelize);
}

/** The Sequelize instances of other code that models are on. */
export function ownInstancesOf(types: readonly (object | undefined)[]): OwnInstance[] {
  const instances = new Map<Sequelize, OwnInstance>();
  for (const type of types) {
    if (type === undefined || !hasOwnSequelize(type)) continue;
    const { name, sequelize } = type as { readonly name: string; readonly sequelize: Sequelize };
    if (!instances.has(sequelize)) instances.set(sequelize, { sequelize, model: name });
  }
  return [...instances.values()];
}

export function usesDatabase(sequelize: Sequelize, url: DatabaseUrl): boolean {
  return databaseOf(sequelize) === (url.storage ?? url.database);
}

/** The encryption of the connections of an instance that uses the database, so that other connections have it too. */
export function encryptionOf(instances: readonly OwnInstance[], url: DatabaseUrl): { readonly ssl?: unknown } {
  const encrypted = instances
    .filter(({ sequelize }) => dialectOf(sequelize).driver.isRemote && usesDatabase(sequelize, url))
    .map(({ sequelize }) => optionsOf(sequelize).dialectOptions?.ssl)
    .find((ssl) => ssl !== undefined);
  return encrypted === undefined ? {} : { ssl: encrypted };
}

/** A log line for a model whose own Sequelize uses another database than the data source; else undefined. */
export function ownDatabaseNotice({ name, sequelize }: DomainModel, url: DatabaseUrl): string | undefined {
  const own = sequelize!;
  if (usesDatabase(own, url)) return undefined;
  return `${name} uses the database ${url.display} while the application runs, and its own Sequelize uses ${databaseOf(own)}, where queries that your code sends through it go: connect both to the same database.`;
}

function databaseOf(sequelize: Sequelize): string {
  const { storage } = optionsOf(sequelize);
  if (dialectOf(sequelize).driver.isRemote) return sequelize.getDatabaseName();
  // In-memory databases are all different.
  return storage === undefined || storage === ':memory:' ? 'an in-memory database' : resolve(storage);
}
