import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolder } from '../../bench/mariadb/database-folder';
import { createPrivateDatabase } from '../../lib/persistence';

export type Dialect = 'sqlite' | 'mysql';

/** An empty database of one spec. */
export interface TestDatabase {
  /** In the form of `db.url` of the configuration. */
  readonly url: string;
  /** Close the connections first, since they cannot be used after the drop. */
  drop(): Promise<void>;
}

/** The dialect of the running jest project. */
export const dialect: Dialect = projectDialect();

/** The places of a database in test names. An in-memory database has a single connection. */
export type DatabasePlace = 'a file' | 'memory' | 'a server';

export const databasePlaces: readonly DatabasePlace[] = dialect === 'sqlite' ? ['a file', 'memory'] : ['a server'];

const undropped = new Set<TestDatabase>();

// Removes the database of a spec that fails before it drops it, too.
afterAll(async () => {
  for (const database of undropped) await database.drop();
});

/** Creates a database that no other spec or worker uses: a file for SQLite, a schema of the server for `mysql`. */
export async function createTestDatabase(place: DatabasePlace = databasePlaces[0]!): Promise<TestDatabase> {
  const { url, drop } = await databaseIn(place);
  const database: TestDatabase = {
    url,
    drop: async () => {
      await drop();
      undropped.delete(database);
    },
  };
  undropped.add(database);
  return database;
}

/** jest.config.ts sets the global in each project. A default could test one database twice and the other never. */
function projectDialect(): Dialect {
  const { testDialect } = globalThis as { testDialect?: unknown };
  if (testDialect === 'sqlite' || testDialect === 'mysql') return testDialect;
  throw new Error(
    'The jest project sets no global "testDialect": run the specs with the jest.config.ts of this package.',
  );
}

async function databaseIn(place: DatabasePlace): Promise<TestDatabase> {
  if (place === 'a file') return inFile();
  const kind = place === 'memory' ? 'memory' : 'server';
  const server = kind === 'server' ? serverUrl() : undefined;
  const { settings, drop } = await createPrivateDatabase(kind, process.cwd(), server);
  return { url: settings.url, drop };
}

async function inFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(databaseFolder(), 'koaggregate-spec-'));
  return { url: `sqlite:${join(folder, 'test.sqlite')}`, drop: () => rm(folder, { recursive: true, force: true }) };
}

function serverUrl(): string {
  const url = process.env.TEST_MYSQL_URL;
  if (!url) throw new Error('TEST_MYSQL_URL is not set: the global setup of the project "mysql" has not run.');
  return url;
}
