import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataTypes, Sequelize } from 'sequelize';
import { Table } from 'sequelize-typescript';
import type { DomainClass } from '../../lib';
import { Action, AggregateRoot, ReadOnly } from '../../lib/metadata';
import { BaseDomain, describeModel } from '../../lib/persistence';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { RequiredString, StringColumn } from '../support/columns';
import { setting } from '../support/domain/crates';
import { tagOf, versionOf } from '../support/entity-tags';
import { prepare, type Served, type ServeOptions, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'tallies' })
class Tally extends BaseDomain {
  @RequiredString(20) declare name: string;
  @ReadOnly @StringColumn(20) declare label: string | null;

  @Action({ value: 'rename_twice' })
  async renameTwice(): Promise<void> {
    this.name = 'first';
    await this.save();
    this.name = 'second';
  }
}

@AggregateRoot({ readBack: true })
@Table({ tableName: 'marks' })
class Mark extends BaseDomain {
  @RequiredString(20) declare name: string;
  @ReadOnly @StringColumn(20) declare label: string | null;
}

@AggregateRoot({ readBack: false })
@Table({ tableName: 'notches' })
class Notch extends BaseDomain {
  @RequiredString(20) declare name: string;
  @ReadOnly @StringColumn(20) declare label: string | null;
}

const TABLES = ['tallies', 'marks', 'notches'] as const;
const LABEL = { label: 'UPPER(NEW.name)' };

const tableNamed = (table: string) => {
  const [key, time] =
    dialect === 'sqlite'
      ? ['INTEGER PRIMARY KEY AUTOINCREMENT', 'DATETIME']
      : ['BIGINT AUTO_INCREMENT PRIMARY KEY', 'DATETIME(3)'];
  return `CREATE TABLE ${table} (id ${key}, name VARCHAR(20) NOT NULL, label VARCHAR(20), created_at ${time},
    updated_at ${time}, version INTEGER NOT NULL)`;
};
const tables = TABLES.map(tableNamed);
const triggers = TABLES.map((table) => setting(table, 'INSERT', LABEL));

const lines: string[] = [];

class LoggedApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger: { info: (line) => lines.push(line), warn: () => undefined, error: () => undefined } });
  }
}

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function start(options: ServeOptions = {}, types: readonly unknown[] = [Tally, Mark, Notch]): Promise<Served> {
  lines.length = 0;
  const properties = { 'hbm2ddl.auto': 'none' };
  served = await serve(types, { Class: LoggedApplication, schema: [...tables, ...triggers], properties, ...options });
  return served;
}

const created = async (path: string, name = 'two') => (await served!.request('POST', path, { name })).body;

describe('@AggregateRoot({ readBack })', () => {
  it('true reads rows again, also for a trigger that the start did not find', async () => {
    await start({ schema: tables });
    await Mark.sequelize!.query(setting('marks', 'INSERT', LABEL));

    expect(await created('/marks')).toMatchObject({ label: 'TWO' });
  });

  it('false reads none again, whatever triggers there are, and writes by one statement', async () => {
    await start();

    const statements = await statementsOf(Notch, async () => {
      expect(await created('/notches')).toMatchObject({ label: null });
    });

    expect(statements).toHaveLength(1);
    expect(await served!.request('GET', '/notches')).toMatchObject({ body: [{ label: 'TWO' }] });
  });

  it('is also an option of the root of a plain model', async () => {
    const columns = { name: DataTypes.STRING(20), label: DataTypes.STRING(20) };
    const sequelize = new Sequelize({ dialect: 'sqlite', logging: false });
    const options = { timestamps: false, version: true, underscored: true };
    const Found = sequelize.define('Tally', columns, { ...options, tableName: 'tallies' });
    const Left = sequelize.define('Notch', columns, { ...options, tableName: 'notches' });
    describeModel(Found, { root: true });
    describeModel(Left, { root: { readBack: false } });

    await start({}, [Found, Left] as unknown as DomainClass[]);

    expect(await created('/tallies')).toMatchObject({ label: 'TWO' });
    expect(await created('/notches')).toMatchObject({ label: null });
    await sequelize.close();
  });
});

describe('A trigger that a migration of the start creates', () => {
  it('is found after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'koaggregate-read-back-'));
    writeFileSync(join(folder, '01-tallies.sql'), `-- up\n${tables[0]};\n${triggers[0]};\n`);
    const place = dialect === 'sqlite' ? 'memory' : 'a server';
    const database = await createTestDatabase(place);

    await start({ database, schema: [], db: { migrations: { folder, onStart: true } } }, [Tally]);

    expect(await created('/tallies')).toMatchObject({ label: 'TWO' });
    await served!.stop();
    served = undefined;
    await database.drop();
    rmSync(folder, { recursive: true });
  });
});

describe('A trigger that changes', () => {
  it('the version of a root: the response has the stored one in its entity tag', async () => {
    await start({ schema: [tables[0]!, setting('tallies', 'UPDATE', { version: 'OLD.version + 10' })] }, [Tally]);
    const { id } = await created('/tallies');

    const first = await served!.request('PUT', `/tallies/${id}`, { name: 'three' });
    const second = await served!.request('PUT', `/tallies/${id}`, { name: 'four' }, { 'If-Match': tagOf(first) });

    expect([first, second].map(versionOf)).toEqual([10, 20]);
    expect(tagOf(await served!.request('GET', `/tallies/${id}`))).toBe(tagOf(second));
    expect(await served!.request('PUT', `/tallies/${id}/rename_twice`, {})).toMatchObject({ status: 409 });
  });

  it('the version of a root in a batch: its tag is that of the root as it is stored at the end', async () => {
    await start({ schema: [tables[0]!, setting('tallies', 'UPDATE', { version: 'OLD.version + 10' })] }, [Tally]);
    const path = `/tallies/${(await created('/tallies')).id}`;
    const steps = ['one', 'six'].map((name) => ({ op: 'update', path: '', value: { name } }));
    const type = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };

    const batch = await served!.request('PATCH', path, { steps }, type);

    expect(batch).toMatchObject({ status: 200 });
    expect(versionOf(batch)).toBe(versionOf(await served!.request('GET', path)));
  });

  it('the primary key of a row: the write fails, and nothing is stored', async () => {
    await start({ schema: [tables[0]!, setting('tallies', 'UPDATE', { id: 'OLD.id + 100' })] }, [Tally]);
    const { id } = await created('/tallies');

    expect(await served!.request('PUT', `/tallies/${id}`, { name: 'three' })).toMatchObject({ status: 500 });

    expect((await served!.request('GET', '/tallies')).body).toMatchObject([{ id, name: 'two' }]);
  });
});

(dialect === 'mysql' ? describe : describe.skip)('An account without the privilege TRIGGER', () => {
  const ACCOUNT = `'kept_${process.pid}'@'%'`;
  const ROLE = `seeing_${process.pid}`;
  const account = { username: `kept_${process.pid}`, password: 'pw' };
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await prepare(database.url, [
      ...tables,
      ...triggers,
      `CREATE USER ${ACCOUNT} IDENTIFIED BY 'pw'`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON \`${name.replaceAll('_', '\\_')}\`.* TO ${ACCOUNT}`,
      `CREATE ROLE ${ROLE}`,
    ]);
  });
  afterEach(async () => {
    await served?.stop();
    served = undefined;
    await prepare(database.url, [`DROP USER ${ACCOUNT}`, `DROP ROLE ${ROLE}`]);
    await database.drop();
  });

  const open = () => start({ database, schema: [], db: account });
  /** MariaDB has shown them to accounts that may write since the column for their statement is nullable. */
  const hidesTriggers = async () => {
    const column = `COLUMNS WHERE TABLE_NAME = 'TRIGGERS' AND COLUMN_NAME = 'ACTION_STATEMENT'`;
    const [rows] = await Tally.sequelize!.query(`SELECT IS_NULLABLE AS nullable FROM information_schema.${column}`);
    return (rows as { readonly nullable: string }[])[0]!.nullable === 'NO';
  };
  const notices = () => lines.filter((line) => line.includes('TRIGGER'));

  it('gets the values of triggers that the server shows to it, or is named at the start; readBack: true is a way out', async () => {
    const isHidden = await open().then(() => notices().length > 0);

    expect(isHidden).toBe(await hidesTriggers());
    expect(await created('/tallies')).toMatchObject({ label: isHidden ? null : 'TWO' });
    expect(await created('/marks')).toMatchObject({ label: 'TWO' });
  });

  it.each([
    ['the database', `GRANT TRIGGER ON DATABASE.* TO ${ACCOUNT}`],
    ['the table', `GRANT TRIGGER ON DATABASE.tallies TO ${ACCOUNT}`],
    ['the server', `GRANT ALL ON *.* TO ${ACCOUNT}`],
    [
      'a role of it',
      `GRANT TRIGGER ON DATABASE.* TO ${ROLE}; GRANT ${ROLE} TO ${ACCOUNT}; SET DEFAULT ROLE ${ROLE} FOR ${ACCOUNT}`,
    ],
  ])('finds them once the privilege on %s is granted', async (_level, sql) => {
    const name = new URL(database.url).pathname.slice(1);
    await prepare(database.url, sql.replace('DATABASE', `\`${name}\``).split('; '));

    await open();

    expect(notices()).toEqual([]);
    expect(await created('/tallies')).toMatchObject({ label: 'TWO' });
  });
});
