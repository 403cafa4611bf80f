import { tmpdir } from 'node:os';
import type { Model, ModelStatic } from 'sequelize';
import { Container } from '../../lib/core';
import { Application } from '../../lib/rest';
import { DOMAIN, POOL } from './domain';
import { FIRST_ID, IDS_OF_CLASS } from './neutral-ids';

class FuzzApplication extends Application {}

export interface ServedDomain {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Serves the domain of the generator on an empty database, with default settings except for the connection pool and
 * idempotency keys.
 *
 * @param logError logs the causes of 5xx responses
 */
export async function serveDomain(url: string, logError: (...what: unknown[]) => void): Promise<ServedDomain> {
  const silent = () => undefined;
  const logger = { info: silent, warn: silent, error: logError };
  // There is no configuration file, so that only the settings below apply.
  const configDir = tmpdir();
  const db = { url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } };
  const configuration = { name: 'fuzz', db, idempotency: { key: 'optional' } };
  const application = new FuzzApplication({ domain: DOMAIN, configDir, configuration, logger });
  const server = { connectors: [{ port: 0, scheme: 'http' }] };
  const container = new Container({ applications: [application], configDir, configuration: { server }, logger });
  await container.start();
  for (const [index, model] of DOMAIN.entries()) await startIds(model as unknown as ModelStatic<Model>, index);
  return { address: container.addresses[0]!, stop: () => container.stop() };
}

/** Gives each class its own range of ids. */
async function startIds(model: ModelStatic<Model>, index: number): Promise<void> {
  if (!Object.values(model.getAttributes()).some(({ autoIncrement }) => autoIncrement)) return;
  const first = FIRST_ID + index * IDS_OF_CLASS;
  const table = String(model.getTableName());
  const sql =
    model.sequelize!.getDialect() === 'sqlite'
      ? `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${first})`
      : `ALTER TABLE \`${table}\` AUTO_INCREMENT = ${first + 1}`;
  await model.sequelize!.query(sql);
}
