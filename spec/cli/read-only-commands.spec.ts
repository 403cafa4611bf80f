import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from '../../lib/persistence';
import { koaggregate } from '../support/koaggregate';

jest.setTimeout(60_000);

const MODULES = join(__dirname, '..', 'support', 'migrated');

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koaggregate-garage-'));
  file = join(folder, 'garage.sqlite');
  mkdirSync(join(folder, 'config'));
  mkdirSync(join(folder, 'migrations'));
  writeFileSync(
    join(folder, 'migrations', '1-pens.sql'),
    '-- up\nCREATE TABLE pens (id INTEGER);\n-- down\nDROP TABLE pens;\n',
  );
  writeFileSync(join(folder, 'config', 'garage.yml'), `name: garage\ndb:\n  url: sqlite:${file}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(...words: string[]) {
  const application = ['--application', 'garage-application:GarageApplication'];
  return koaggregate(...words, '--project', folder, '--modules', MODULES, ...application);
}

/** Runs statements on the file, by a connection that leaves its journal mode as it is. */
async function query(...statements: readonly string[]) {
  const configuration = {
    url: `sqlite:${file}`,
    pool: { max: 1, min: 0, acquireMs: 1000, idleMs: 1000 },
    providerProperties: {},
  };
  const source = { projectRoot: folder, isReadOnly: true, log: () => undefined };
  const dataSource = await DataSource.open(configuration, [], source);
  const results = [];
  for (const sql of statements) results.push((await dataSource.sequelize.query(sql))[0]);
  await dataSource.close();
  return results;
}

describe('a command that only reads the database', () => {
  it.each([
    [['migrate', 'status'], 'pending'],
    [['migrate', 'up', '--dry-run'], 'CREATE TABLE pens'],
    [['migrate', 'create', 'add-cars', '--from-models'], 'add-cars.sql'],
    [['doctor'], 'TABLE_MISSING'],
  ])(
    'treats an SQLite file that does not exist as an empty database, and does not create it: %j',
    async (words, expected) => {
      expect((await run(...words)).out).toContain(expected);

      expect(existsSync(file)).toBe(false);
    },
  );

  it('generates no models from an SQLite file that does not exist, and does not create it', async () => {
    expect((await run('generate-models', '--from-database')).err).toContain('The database has no table');

    expect(existsSync(file)).toBe(false);
  });

  it('does not change the journal mode of an SQLite file', async () => {
    writeFileSync(file, '');
    await query('CREATE TABLE inks (id INTEGER PRIMARY KEY)');

    await run('migrate', 'status');
    await run('doctor');
    await run('generate-models', '--from-database', `sqlite:${file}`);
    const [before] = await query('PRAGMA journal_mode');
    await run('migrate', 'up');
    const [after] = await query('PRAGMA journal_mode');

    expect([before, after]).toEqual([[{ journal_mode: 'delete' }], [{ journal_mode: 'wal' }]]);
  });
});
