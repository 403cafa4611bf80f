import { DataType, Table } from 'sequelize-typescript';
import { Container } from '../../lib/core';
import { AggregateRoot, type DomainClass } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { Required } from '../support/columns';
import { back, front, Letter, Reminder } from '../support/domain/offices';
import { POOL } from '../support/open-store';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

class FrontApplication extends Application {}
class BackApplication extends Application {}
class OtherApplication extends Application {}

let database: TestDatabase;
const started: Application[] = [];
const lines: string[] = [];

beforeEach(async () => {
  lines.length = 0;
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const application of started.splice(0)) await application.stop();
  await database.drop();
});

interface Settings {
  readonly mode?: string;
  readonly db?: object;
}

const logger = {
  info: (line: string) => void lines.push(line),
  warn: () => undefined,
  error: (...said: unknown[]) => void process.stderr.write(`${said.join(' ')}\n`),
};

const authenticator = {
  scheme: 'Basic',
  authenticate: async () => ({ name: 'ann', roles: [], permissions: ['reminders'] }),
};

function application<A extends Application>(
  Class: new (options: ApplicationOptions) => A,
  domain: readonly unknown[],
  { mode = 'update', db = {} }: Settings = {},
): A {
  return new Class({
    domain: domain as DomainClass[],
    authenticators: [authenticator] as never,
    configDir: __dirname,
    moduleRoot: __dirname,
    configuration: {
      name: Class.name.toLowerCase(),
      db: { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': mode }, ...db },
    },
    logger,
  });
}

async function start<A extends Application>(...given: Parameters<typeof application<A>>): Promise<A> {
  const one = application(...given);
  started.push(one);
  await one.start();
  return one;
}

async function stop(one: Application): Promise<void> {
  started.splice(started.indexOf(one), 1);
  await one.stop();
}

describe('Two applications of a container with the same database', () => {
  let container: Container;
  let address: string;

  beforeEach(async () => {
    container = new Container({
      applications: [application(FrontApplication, front), application(BackApplication, back)],
      configDir: __dirname,
      configuration: {
        mounts: { FrontApplication: '/front', BackApplication: '/back' },
        server: { connectors: [{ port: 0, scheme: 'http' }] },
      },
      logger,
    });
    await container.start();
    [address] = container.addresses as [string];
  });
  afterEach(() => container.stop());

  async function request(method: string, path: string, body?: unknown) {
    const headers = { 'Content-Type': 'application/json', Authorization: 'Basic YW5uOmFubg==' };
    const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  it('serve the same roots, and each sees the writes of the other', async () => {
    const letter = { code: 'L-1', enclosures: [{ title: 'one' }], stamps: [{ value: '85' }] };
    expect(await request('POST', '/front/letters', letter)).toMatchObject({ status: 201 });
    const { version } = await Letter.one({ code: 'L-1' });
    const seen = await request('GET', '/back/letters/L-1?expand=stamps');
    expect(seen).toMatchObject({ status: 200, body: { enclosures: [{ title: 'one' }], stamps: [{ value: '85' }] } });

    await request('POST', '/back/letters/L-1/enclosures', { title: 'two' });
    const later = await request('GET', '/front/letters/L-1');
    expect(later.body.enclosures).toHaveLength(2);
    expect((await Letter.one({ code: 'L-1' })).version).toBe(version + 1);
  });

  it('have their own routes and permissions', async () => {
    const { body: letter } = await request('POST', '/back/letters', { code: 'L-2' });
    const reminder = await request('POST', '/back/reminders', { due_on: '2026-04-01', letter_id: letter.id });

    expect(reminder).toMatchObject({ status: 201 });
    expect(await request('GET', '/front/reminders')).toMatchObject({ status: 404 });
    expect(await request('DELETE', '/back/letters/L-2')).toMatchObject({ status: 204 });
    expect(await request('GET', `/back/reminders/${reminder.body.id}`)).toMatchObject({ status: 404 });
  });

  it('join one unit of work', async () => {
    await request('POST', '/front/letters', { code: 'L-3', subject: 'kept', enclosures: [{ title: 'one' }] });
    expect(await request('PUT', '/back/letters/L-3/close')).toMatchObject({ status: 500 });
    expect((await request('GET', '/front/letters/L-3')).body.enclosures).toHaveLength(1);
    const undone = Letter.unitOfWork(async () => {
      await Letter.create({ code: 'L-4' });
      await Reminder.create({ dueOn: null });
      throw new Error('no');
    });

    await expect(undone).rejects.toThrow('no');
    expect(await Letter.count({ where: { code: 'L-4' } })).toBe(0);
    expect(await Reminder.count()).toBe(0);
  });

  it('write concurrently without a deadlock that a client sees', async () => {
    await request('POST', '/front/letters', { code: 'L-5' });
    const writes = [...Array(12).keys()].map((index) =>
      request('POST', `/${index % 2 ? 'front' : 'back'}/letters/L-5/enclosures`, { title: `${index}` }),
    );

    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect((await request('GET', '/front/letters/L-5')).body.enclosures).toHaveLength(12);
  });
});

describe('The classes of applications with the same database', () => {
  it('may not have the same name or table', async () => {
    @AggregateRoot
    @Table({ tableName: 'office_letters' })
    class Post extends BaseDomain {}
    const named = (() => {
      @AggregateRoot
      @Table({ tableName: 'office_other_letters' })
      class Letter extends BaseDomain {}
      return Letter;
    })();
    await start(FrontApplication, front);

    await expect(application(OtherApplication, [Post]).start()).rejects.toThrow('office_letters');
    await expect(application(OtherApplication, [named]).start()).rejects.toThrow('Two domain classes are named Letter');
    expect(await Letter.count()).toBe(0);
  });

  it('may have the same name if one of them has another modelName', async () => {
    const named = (() => {
      @AggregateRoot
      @Table({ tableName: 'branch_letters', modelName: 'BranchLetter' })
      class Letter extends BaseDomain {}
      return Letter;
    })();
    await start(FrontApplication, front);

    await start(OtherApplication, [named]);

    expect(Letter.name).toBe('Letter');
    expect(named.name).toBe('BranchLetter');
    expect(await named.count()).toBe(0);
  });
});

describe('A shared database', () => {
  it('is open until the last application stops, in any order', async () => {
    const first = await start(FrontApplication, front);
    const second = await start(BackApplication, back);
    await Letter.create({ code: 'A' });
    await stop(first);
    expect(await Letter.count()).toBe(1);
    expect(await Reminder.count()).toBe(0);

    const third = await start(FrontApplication, front);
    await stop(second);
    expect(await Letter.count()).toBe(1);
    await stop(third);
    await start(BackApplication, back);
    expect(await Reminder.count()).toBe(0);
  });

  it('may be opened by both at the same time', async () => {
    await Promise.all([start(FrontApplication, front), start(BackApplication, back)]);

    expect(await Letter.count()).toBe(0);
    expect(await Reminder.count()).toBe(0);
  });

  it('is unchanged when another application fails to start', async () => {
    @AggregateRoot
    @Table({ tableName: 'office_wrong' })
    class Wrong extends BaseDomain {
      @Required(DataType.STRING) wrong = 'x';
    }
    await start(FrontApplication, front);
    await expect(application(BackApplication, [...back, Wrong]).start()).rejects.toThrow('Wrong.wrong');

    expect(await Letter.count()).toBe(0);
    await start(BackApplication, back);
    expect(await Reminder.count()).toBe(0);
  });

  it('is not shared with a URL of another user or another database', async () => {
    await start(FrontApplication, front);
    const other = await createTestDatabase();

    await expect(application(BackApplication, back, { db: { url: other.url } }).start()).rejects.toThrow(
      /^Letter belongs to the data source .* already and cannot belong to .* too: let both applications name the same database/,
    );
    await other.drop();
  });

  it('has the same settings for all applications', async () => {
    await start(FrontApplication, front);
    const failing = (settings: object) => application(BackApplication, back, { db: settings }).start();

    await expect(failing({ pool: { ...POOL, max: 9 } })).rejects.toThrow(
      /^BackApplication and FrontApplication share the database .*, and set db\.pool\.max differently: set it alike/,
    );
    await expect(failing({ providerProperties: { naming_strategy: 'as_is' } })).rejects.toThrow(
      'db.providerProperties.naming_strategy differently',
    );
    expect(await Letter.count()).toBe(0);
  });

  it('keeps the tables that another application needs', async () => {
    await start(FrontApplication, front);
    await Letter.create({ code: 'A' });
    const dropping = application(BackApplication, back, { mode: 'create-drop' });

    await expect(dropping.start()).rejects.toThrow(
      /^FrontApplication and BackApplication share the table of .*, and one of them would drop what the other needs \(hbm2ddl\.auto is "update" and "create-drop"\)/,
    );
    const Session = Letter.sequelize!.define('Session', { name: DataType.STRING }, { tableName: 'office_sessions' });
    await Session.sync();
    await Session.create({ name: 'ann' });
    const other = await start(OtherApplication, [Other], { mode: 'create-drop' });
    await Other.create({});
    await stop(other);
    expect([await Letter.count(), await Session.count()]).toEqual([1, 1]);
  });

  it('creates the tables once, and drops them when no application needs them', async () => {
    const mode = 'create-drop';
    const first = await start(FrontApplication, front, { mode });
    await Letter.create({ code: 'A' });
    const second = await start(BackApplication, back, { mode });
    await Reminder.create({ dueOn: null });
    expect(await Letter.count()).toBe(1);
    await stop(first);
    expect(await Letter.count()).toBe(1);
    expect(await Reminder.count()).toBe(1);
    await stop(second);

    const third = application(FrontApplication, front, { mode: 'validate' });
    await expect(third.start()).rejects.toThrow('office_letters');
  });
});

if (dialect === 'sqlite') {
  describe('An in-memory database', () => {
    it('is separate for each application', async () => {
      const db = { url: 'sqlite::memory:' };
      await start(FrontApplication, front, { db });

      await expect(application(BackApplication, back, { db }).start()).rejects.toThrow(
        'in-memory databases are never shared',
      );
      await start(OtherApplication, [Other], { db });
      expect(await Other.count()).toBe(0);
    });
  });
}

@AggregateRoot
@Table({ tableName: 'office_others' })
class Other extends BaseDomain {}
