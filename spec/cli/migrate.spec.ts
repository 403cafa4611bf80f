import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { koaggregate } from '../support/koaggregate';
import { prepare } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

jest.setTimeout(60_000);

const MODULES = join(__dirname, '..', 'support', 'migrated');

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'koaggregate-garage-'));
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'garage.yml'), `name: garage\ndb:\n  url: ${database.url}\n`);
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function migrate(...words: string[]) {
  const application = ['--application', 'garage-application:GarageApplication'];
  return koaggregate('migrate', ...words, '--project', folder, '--modules', MODULES, ...application);
}

const files = () => readdirSync(join(folder, 'migrations'));

describe('koaggregate migrate', () => {
  it('creates a migration from the models, runs it, and then finds no difference', async () => {
    const created = await migrate('create', 'add-cars', '--from-models');

    expect(created).toMatchObject({ code: 0, err: '' });
    expect(created.out).toMatch(/^migrations\/\d{14}-add-cars\.sql$/);
    expect(await migrate('up')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d{14}-add-cars: ran, 2 statements$/),
    });
    expect(await migrate('create', 'again', '--from-models')).toMatchObject({
      code: 0,
      out: '',
      err: 'The database matches the models: nothing was written.',
    });
    expect(files()).toHaveLength(1);
  });

  it('lists run and pending migrations; --check fails while some are pending', async () => {
    await migrate('create', 'add-cars', '--from-models');

    const pending = await migrate('status', '--check');
    await migrate('up');
    const ran = await migrate('status', '--check', '--json');

    expect(pending.code).toBe(1);
    expect(pending.out).toMatch(/^pending {2}\d{14}-add-cars {2}migrations\/\d{14}-add-cars\.sql$/);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.out)).toEqual([
      {
        application: 'GarageApplication',
        name: files()[0]!.replace('.sql', ''),
        file: `migrations/${files()[0]}`,
        ran_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        state: 'ran',
      },
    ]);
  });

  it('shows a migration whose process was killed in status and dry runs, and resolves it', async () => {
    await migrate('create', 'add-cars', '--from-models');
    await migrate('up');
    const [file] = files();
    const name = file!.replace('.sql', '');
    const values = `1, 'db-host:7:x', 1, 0, '${name}', 'down', 2, 'DROP TABLE cars'`;
    await prepare(database.url, [
      `INSERT INTO koaggregate_migration_claim (id, owner, expires_at, changes, migration, direction, statement_number, statement) VALUES (${values})`,
    ]);

    const status = await migrate('status', '--check');
    const dry = await migrate('down', '--dry-run');
    const unclear = await migrate('resolve', name);
    const unknown = await migrate('resolve', 'add-buses', '--done');
    const resolved = await migrate('resolve', 'add-cars', '--done');

    const line = `${name} (down) was interrupted in db-host:7, at statement 2: DROP TABLE cars\nSee koaggregate migrate resolve ${name}.`;
    expect(status).toMatchObject({ code: 1, out: expect.stringMatching(/^interrupted /), err: line });
    expect(dry).toMatchObject({ code: 0, err: line });
    expect(unclear).toMatchObject({ code: 2, err: expect.stringContaining('choose one of --undone and --done') });
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining(`Interrupted: ${name}.`) });
    expect(resolved).toMatchObject({ code: 0, out: 'add-cars: done' });
    expect((await migrate('status')).out).toMatch(/^pending /);
  });

  it('reverts a migration, and prints the SQL of a dry run', async () => {
    await migrate('create', 'add-cars', '--from-models');
    await migrate('up');

    const dry = await migrate('down', '--dry-run');
    const down = await migrate('down');

    const table = dialect === 'sqlite' ? '"cars"' : '`cars`';
    expect(dry.out).toMatch(/^-- \d{14}-add-cars\n/);
    expect(dry.out).toContain(`DROP TABLE ${table};`);
    expect(down.out).toMatch(/add-cars: reverted, 1 statement$/);
    expect((await migrate('down')).err).toBe('There are no migrations to revert.');
  });

  it('rejects a name that no migration has, also before any has run', async () => {
    await migrate('create', 'first', '--from-models');

    const { code, err } = await migrate('down', '--to', 'frist');

    expect(code).toBe(1);
    expect(err).toContain('No migration named frist has run: correct the name. Candidates: none.');
  });
});

describe('koaggregate migrate create', () => {
  it('leaves out statements that lose data unless they are allowed or renames', async () => {
    const key = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'BIGINT PRIMARY KEY AUTO_INCREMENT';
    await prepare(database.url, [`CREATE TABLE cars (id ${key}, paint VARCHAR(20))`]);

    const left = await migrate('create', 'one', '--from-models');
    const renamed = await migrate('create', 'two', '--from-models', '--rename', 'cars.paint=colour');
    const allowed = await migrate('create', 'three', '--from-models', '--allow-data-loss', '--typescript');

    expect(left.err).toContain(
      'Left out because it loses data: the column cars.paint is dropped. Use --allow-data-loss to include it.',
    );
    expect(left.err).toContain('--rename cars.paint=colour would keep the values of paint.');
    expect(renamed.err).not.toContain('loses data');
    expect(allowed.err).toContain('Loses data: the column cars.paint is dropped.');
    const text = readFileSync(join(folder, renamed.out), 'utf8');
    expect(text).toMatch(/ALTER TABLE .cars. RENAME COLUMN .paint. TO .colour.;/);
    expect(allowed.out).toMatch(/^\.\.\/.*\d{14}-three\.ts$|^migrations\/\d{14}-three\.ts$/);
  });

  it('says which migrations are pending when it compares the models, since their changes are not in the database', async () => {
    const first = await migrate('create', 'first', '--from-models');
    const second = await migrate('create', 'second', '--from-models');

    const [name] = /\d{14}-first/.exec(first.out)!;
    expect(second).toMatchObject({
      code: 0,
      err: `Check before running: ${name} is pending, and this migration may repeat the same changes. Run koaggregate migrate up before migrate create.`,
    });
    expect((await migrate('create', 'third')).err).toBe('');
  });

  it('creates an empty migration, and rejects invalid arguments', async () => {
    const { out } = await migrate('create', 'Fill The Prices');

    expect(out).toMatch(/^migrations\/\d{14}-fill-the-prices\.sql$/);
    expect(readFileSync(join(folder, out), 'utf8')).toBe('-- up\n\n-- down\n');
    expect((await migrate('sideways')).code).toBe(2);
    expect((await migrate('down', '--steps', 'many')).code).toBe(2);
    expect((await migrate('create', '///')).err).toContain('It needs letters or digits, as in add-orders.');
    expect(await migrate('create', 'x', '--sql', '--typescript')).toMatchObject({
      code: 2,
      err: expect.stringContaining("option '--sql' cannot be used with option '--typescript'"),
    });
    expect((await migrate('create', 'x', '--rename', 'cars')).err).toContain(
      '--rename cars: write table.old=new for a column, or old=new for a table.',
    );
  });
});
