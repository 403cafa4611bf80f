import { type Application, type ApplicationClass, Container, type ProjectOptions } from '../core';
import { createPrivateDatabase, type DatabasePlace, type PrivateDatabase } from '../persistence';
import { type ApplicationOptions, Application as DomainApplication } from '../rest';
import { TestingError } from './errors';
import { KnownPrincipals } from './known-principals';
import { TestApplication } from './test-application';
import { projectFolders, QUIET, type TestOptions } from './test-options';

/** A class of an application, or an instance that is not started. */
type Startable = ApplicationClass | Application | (new (options: ApplicationOptions) => DomainApplication);

/**
 * Starts an application for tests: on a private database whose tables are made from the models, listening on a free port of
 * 127.0.0.1. Several are started in one container, and share the database.
 *
 * @example
 * ```ts
 * const shop = await startTestApplication(ShopApplication);
 * ```
 * @throws what a start throws, and TestingError SERVER_MISSING
 */
export async function startTestApplication(
  applications: Startable | readonly Startable[],
  options: TestOptions = {},
): Promise<TestApplication> {
  const startable = [applications].flat() as readonly Startable[];
  const folders = projectFolders(options);
  const database = await databaseFor(options, folders.projectRoot!, startable.length);
  const principals = new KnownPrincipals();
  const { logger = QUIET, domain, resources } = options;
  const made = startable.map((one) =>
    typeof one === 'function' ? new one({ ...folders, logger, domain, resources }) : one,
  );
  for (const application of made) {
    application.adjust({
      ...foldersGiven(options),
      logger,
      configuration: configurationFor(application, database, options),
    });
    if (application instanceof DomainApplication) application.security.addAuthenticator(principals);
  }
  const container = new Container({ ...folders, logger, applications: made, configuration: LISTENING });
  try {
    await container.start();
    return await TestApplication.of({ container, applications: made, database, principals }, options.empty === true);
  } catch (error) {
    await container.stop();
    await database.drop();
    throw error;
  }
}

/** An application that was made elsewhere keeps its own, where a test says nothing of them. */
function foldersGiven({ projectRoot, moduleRoot, configDir }: TestOptions): ProjectOptions {
  const given = Object.entries({ projectRoot, moduleRoot, configDir }).filter(([, folder]) => folder !== undefined);
  // Its folders belong together: with another root, the configuration is there, too.
  const config = projectRoot !== undefined && configDir === undefined ? { configDir: 'config' } : {};
  return { ...config, ...Object.fromEntries(given) };
}

const LISTENING = { server: { connectors: [{ host: '127.0.0.1', port: 0, scheme: 'http' }] } };

interface DatabaseKeys {
  readonly providerProperties?: object;
  readonly migrations?: object;
}

/** Whatever the project says of its schema: a test begins with the tables of its models. */
function configurationFor(
  application: Application,
  { settings }: PrivateDatabase,
  { configuration, domain }: TestOptions,
) {
  if (!(application instanceof DomainApplication)) return configuration;
  const { db, ...others } = (configuration ?? {}) as { readonly db?: DatabaseKeys };
  const providerProperties = { ...db?.providerProperties, 'hbm2ddl.auto': 'update' };
  const migrations = { ...db?.migrations, onStart: false };
  // What is given is not looked for: the test runner may have means of its own to load modules.
  const packages = domain ? { packagesToScan: [] } : {};
  return { ...others, db: { ...packages, ...db, ...settings, providerProperties, migrations } };
}

/** Applications that share a database cannot have it in memory, where each connection has its own. */
async function databaseFor(
  { database }: TestOptions,
  projectRoot: string,
  applications: number,
): Promise<PrivateDatabase> {
  const { TEST_MYSQL_URL: server } = process.env;
  const place: DatabasePlace = database ?? (server ? 'server' : 'memory');
  if (place === 'server' && !server) throw new TestingError('SERVER_MISSING');
  return createPrivateDatabase(place === 'memory' && applications > 1 ? 'file' : place, projectRoot, server);
}
