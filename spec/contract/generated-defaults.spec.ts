import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { koaggregate } from '../support/koaggregate';
import { prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

const SUPPORT = join(__dirname, '..', 'support');
const OUT = join(SUPPORT, `defaults-${process.pid}-${dialect}`);
const isSqlite = dialect === 'sqlite';
const KEY = isSqlite ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';
const RANDOM = isSqlite ? '(lower(hex(randomblob(16))))' : 'uuid()';
const LINK = 'INTEGER NOT NULL';

const SCHEMA = [
  `CREATE TABLE vouchers (id ${KEY}, code VARCHAR(36) NOT NULL DEFAULT ${RANDOM}, uses INTEGER NOT NULL DEFAULT (1 + 1),
    day DATE NOT NULL DEFAULT ${isSqlite ? 'CURRENT_DATE' : '(curdate())'}, note VARCHAR(9) NOT NULL)`,
  `CREATE TABLE shops (id ${KEY}, name VARCHAR(20))`,
  `CREATE TABLE shop_vouchers (shop_id ${LINK}, voucher_id ${LINK}, UNIQUE (shop_id, voucher_id),
    FOREIGN KEY (shop_id) REFERENCES shops (id) ON DELETE CASCADE,
    FOREIGN KEY (voucher_id) REFERENCES vouchers (id) ON DELETE CASCADE)`,
  `CREATE TABLE countries (iso CHAR(2) NOT NULL UNIQUE, name VARCHAR(20))`,
];

let database: TestDatabase;
let served: Served;
let differences: readonly string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database.url, SCHEMA);
  mkdirSync(OUT);
  const { err } = await koaggregate(
    ...['generate-models', '--project', OUT, '--out', 'domain', '--from-database', database.url],
  );
  if (err !== '') throw new Error(err);
  const info = jest.spyOn(console, 'info').mockImplementation();
  served = await serve(undefined as never, {
    database,
    packagesToScan: [relative(SUPPORT, join(OUT, 'domain'))],
    properties: { 'hbm2ddl.auto': 'validate' },
  });
  differences = info.mock.calls.flat().map(String);
  info.mockRestore();
});
afterAll(async () => {
  await served?.stop();
  await database.drop();
  rmSync(OUT, { recursive: true, force: true });
});

describe('The default of a column that is an expression', () => {
  it('makes the field optional in a create, whose response has the value of the database', async () => {
    const { status, body } = await served.request('POST', '/vouchers', { note: 'new' });
    const stored = await served.request('GET', `/vouchers/${body.id}`);

    expect(status).toBe(201);
    expect(body).toMatchObject({ code: expect.stringMatching(/^[\da-f-]{32,36}$/), uses: 2 });
    expect(body.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(stored.body).toEqual(body);
    expect((await served.request('POST', '/vouchers', {})).status).toBe(422);
  });

  it('stands in the class as SQL', () => {
    const text = readFileSync(join(OUT, 'domain', 'voucher.ts'), 'utf8');

    expect(text).toContain("import { literal } from 'sequelize';");
    expect(text).toMatch(/@Default\(literal\('.*(?:uuid|randomblob)/);
  });
});

describe('A table without a primary key', () => {
  it('is a join table if a unique index has both of its foreign keys', async () => {
    const shop = await served.request('POST', '/shops', { name: 'North', vouchers: [{ note: 'a' }, { note: 'b' }] });
    const { body } = await served.request('GET', `/shops/${shop.body.id}/vouchers`);

    expect(shop.status).toBe(201);
    expect(body.map(({ note }: { note: string }) => note)).toEqual(['a', 'b']);
  });

  it('has the unique column that is never null as its key', async () => {
    const created = await served.request('POST', '/countries', { iso: 'DE', name: 'Germany' });

    expect(created.status).toBe(201);
    expect((await served.request('GET', '/countries/DE')).body).toMatchObject({ name: 'Germany' });
  });

  it('has the key of its class, so that the start finds no difference in it', () => {
    expect(differences.filter((line) => line.includes('primary key'))).toEqual([]);
  });
});
