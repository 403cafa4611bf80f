import { DataSource } from '../../lib/persistence';
import { POOL } from './pool';

/** Starts on a database as one of several processes, and runs its migrations: `node migrate-once.js URL FOLDER`. */
async function migrate([url = '', folder = '']: readonly string[]): Promise<void> {
  const migrations = { folder: '.', onStart: true, waitMs: 60_000 };
  const dataSource = await DataSource.open({ url, pool: POOL, providerProperties: {}, migrations }, [], {
    projectRoot: folder,
    log: (line) => void process.stdout.write(`${line}\n`),
  });
  await dataSource.close();
}

void migrate(process.argv.slice(2));
