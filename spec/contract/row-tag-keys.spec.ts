import { Model, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib';
import { StringColumn } from '../support/columns';
import { tagOf } from '../support/entity-tags';
import { type Served, type ServeOptions, serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'towns', timestamps: false })
class Town extends Model {
  @StringColumn(40) declare name: string | null;
}

@AggregateRoot({ concurrency: 'required' })
@Table({ tableName: 'guarded_towns', timestamps: false })
class GuardedTown extends Model {
  @StringColumn(40) declare name: string | null;
}

const tableOf = (name: string) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, name VARCHAR(40))`;
const rowOf = (name: string) => `INSERT INTO ${name} (id, name) VALUES (1, 'a')`;
const SECRET = 'a secret of at least thirty-two characters';

let database: TestDatabase;
let running: Served[] = [];
const warn = jest.spyOn(console, 'warn').mockImplementation();

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const served of running) await served.stop();
  running = [];
  await database.drop();
  warn.mockClear();
});

async function start(options: ServeOptions = {}, types: readonly unknown[] = [Town]): Promise<Served> {
  const served = await serve(types, { ...options, database });
  running.push(served);
  return served;
}

const untouched = (types: readonly string[], settings = {}): ServeOptions => ({
  schema: types.flatMap((name) => [tableOf(name), rowOf(name)]),
  properties: { 'hbm2ddl.auto': 'none' },
  settings,
});

/** The tag of the town that each application responds with, one after the other. */
const tagsOf = async (...applications: readonly Served[]) => {
  const tags: (string | null)[] = [];
  for (const { request } of applications) tags.push(tagOf(await request('GET', '/towns/1')));
  return tags;
};

const put = (served: Served, tag: string) => served.request('PUT', '/towns/1', { name: 'b' }, { 'If-Match': tag });
const warnings = () => warn.mock.calls.map(([line]) => String(line)).filter((line) => /entity tags/.test(line));

describe('The key of the tags of classes without a version', () => {
  it('is stored in the database, so that all processes accept each other’s tags', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    await one.request('POST', '/towns', { name: 'a' });
    const [tag, same] = await tagsOf(one, other);

    expect(same).toBe(tag);
    expect((await put(other, tag!)).status).toBe(200);
    expect((await put(one, tag!)).status).toBe(412);
    expect(warnings()).toEqual([]);
    for (const served of running) await served.stop();
    running = [];
    const later = await start();
    expect((await put(later, (await tagsOf(later))[0]!)).status).toBe(200);
  });

  it('is another one in another database, so that tags cannot be computed from the rows', async () => {
    const one = await start();
    await one.request('POST', '/towns', { name: 'a' });
    const [first] = await tagsOf(one);
    await one.stop();
    await database.drop();
    running = [];
    database = await createTestDatabase();
    const other = await start();
    await other.request('POST', '/towns', { name: 'a' });

    expect((await tagsOf(other))[0]).not.toBe(first);
  });

  it('is that of concurrency.tagSecret, and needs no table then', async () => {
    const settings = { concurrency: { tagSecret: SECRET } };
    const one = await start(untouched(['towns'], settings));
    const other = await start({ ...untouched([], settings) });

    const [tag] = await tagsOf(one);
    expect((await put(other, tag!)).status).toBe(200);
    expect(warnings()).toEqual([]);
  });

  it('is that of the process, with a warning, if its table does not exist and is not created', async () => {
    const one = await start(untouched(['towns']));
    const other = await start(untouched([]));
    const [tag, different] = await tagsOf(one, other);

    expect(different).not.toBe(tag);
    expect((await put(other, tag!)).status).toBe(412);
    expect((await put(one, tag!)).status).toBe(200);
    expect(warnings()).toEqual([
      expect.stringMatching(/entity tags of Town, which have no version.*koaggregate_tag_keys/),
      expect.any(String),
    ]);
  });

  it('is read from a table that was created by hand', async () => {
    const table = 'CREATE TABLE koaggregate_tag_keys (id INTEGER NOT NULL PRIMARY KEY, secret CHAR(64) NOT NULL)';
    const { schema, ...rest } = untouched(['towns']);
    const one = await start({ ...rest, schema: [...schema!, table] });
    const other = await start(rest);
    const [tag] = await tagsOf(one);

    expect((await put(other, tag!)).status).toBe(200);
    expect(warnings()).toEqual([]);
  });

  it('stops the start if it is missing and a root requires If-Match', async () => {
    const starting = start(untouched(['guarded_towns']), [GuardedTown]);

    await expect(starting).rejects.toThrow(/^GuardedTown has no version and requires If-Match/);
    await expect(start({ settings: { concurrency: { tagSecret: 'short' } } })).rejects.toThrow(/tagSecret/);
  });
});

describe('concurrency: required on a class without a version', () => {
  it('is 428 without If-Match, and accepts the tag of a read and of the write before', async () => {
    const { request } = await start({}, [GuardedTown]);
    const { body } = await request('POST', '/guarded_towns', { name: 'a' });
    const path = `/guarded_towns/${body.id}`;

    expect((await request('PUT', path, { name: 'b' })).status).toBe(428);
    const first = await request('PUT', path, { name: 'b' }, { 'If-Match': tagOf(await request('GET', path)) });
    expect(first.status).toBe(200);
    expect((await request('DELETE', path)).status).toBe(428);
    expect((await request('DELETE', path, undefined, { 'If-Match': tagOf(first) })).status).toBe(204);
  });
});
