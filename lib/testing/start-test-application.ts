import { type Application, type ApplicationClass, Container, type ProjectOptions } from '../core';
import { checkOptions } from '../foundation';
import { createPrivateDatabase, type PrivateDatabase, type TestDatabase } from '../persistence';
import { type ApplicationOptions, Application as DomainApplication } from '../rest';
import { TestingError } from './errors';
import { TestApplication } from './test-application';
import { TestAuthenticator } from './test-authenticator';
import { ERRORS_ONLY, projectFolders, TEST_OPTIONS, type TestOptions } from './test-options';

/** An application class, or an instance that is not started. */
export type Startable = ApplicationClass | Application | (new (options: ApplicationOptions) => DomainApplication);

/**
 * Starts an application for tests, on a private database with the tables of its models and a free port of 127.0.0.1.
 * Several applications are started in one container and share the database.
 *
 * @example
 * ```ts
 * const shop = await startTestApplication(ShopApplication);
 * ```
 * @throws TestingError SERVER_MISSING, and the errors of a start
 */
export async function startTestApplication(
  applications: Startable | readonly Startable[],
  options: TestOptions = {},
): Promise<TestApplication> {
  checkOptions(options, TEST_OPTIONS, 'startTestApplication()');
  const startable = [applications].flat() as readonly Startable[];
  const folders = projectFolders(options);
  const database = await databaseFor(options, folders.projectRoot!, startable.length);
  const authenticator = new TestAuthenticator();
  const { logger = ERRORS_ONLY, domain, resources } = options;
  const instances = startable.map((application) =>
    typeof application === 'function' ? new application({ ...folders, logger, domain, resources }) : application,
  );
  for (const application of instances) {
    application.adjust(settingsFor(application, database, options));
    if (application instanceof DomainApplication) application.security.addAuthenticator(authenticator);
  }
  const container = new Container({ ...folders, logger, applications: instances, configuration: ON_FREE_PORT });
  try {
    await container.start();
    const parts = { container, applications: instances, database, authenticator };
    return await TestApplication.of(parts, options);
  } catch (error) {
    await container.stop();
    await database.drop();
    throw error;
  }
}

/** The settings that replace those of the project. */
function settingsFor(application: Application, database: PrivateDatabase, options: TestOptions) {
  const { logger = ERRORS_ONLY } = options;
  return { ...givenFolders(options), logger, configuration: configurationFor(application, database, options) };
}

/** The folders that the test names; for others an instance keeps its own. */
function givenFolders({ projectRoot, moduleRoot, configDir }: TestOptions): ProjectOptions {
  const { CONFIG_DIR } = process.env;
  const given = Object.entries({ projectRoot, moduleRoot, configDir }).filter(([, folder]) => folder !== undefined);
  // With another root, the configuration is below that root, unless the environment names another folder.
  const config = projectRoot !== undefined && configDir === undefined ? { configDir: CONFIG_DIR ?? 'config' } : {};
  return { ...config, ...Object.fromEntries(given) };
}

const ON_FREE_PORT = { server: { connectors: [{ host: '127.0.0.1', port: 0, scheme: 'http' }] } };

/** The keys of `db` that are merged with those of the test. */
interface DatabaseSection {
  readonly providerProperties?: object;
  readonly migrations?: object;
}

/** The configuration of an application; tables are created from the models, whatever the project configures. */
function configurationFor(
  application: Application,
  { settings }: PrivateDatabase,
  { configuration, domain }: TestOptions,
) {
  if (!(application instanceof DomainApplication)) return configuration;
  const { db, ...others } = (configuration ?? {}) as { readonly db?: DatabaseSection };
  const providerProperties = { ...db?.providerProperties, 'hbm2ddl.auto': 'update' };
  const migrations = { ...db?.migrations, onStart: false };
  // Classes that are given are not scanned for, because the test runner may load modules in its own way.
  const packages = domain ? { packagesToScan: [] } : {};
  return { ...others, db: { ...packages, ...db, ...settings, providerProperties, migrations } };
}

/** Several applications use a file instead of memory, where each connection has a database of its own. */
async function databaseFor(
  { database }: TestOptions,
  projectRoot: string,
  applications: number,
): Promise<PrivateDatabase> {
  const { TEST_MYSQL_URL: server } = process.env;
  const place: TestDatabase = database ?? (server ? 'server' : 'memory');
  if (place === 'server' && !server) throw new TestingError('SERVER_MISSING');
  return createPrivateDatabase(place === 'memory' && applications > 1 ? 'file' : place, projectRoot, server);
}
