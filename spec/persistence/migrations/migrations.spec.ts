import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WITH_TYPESCRIPT } from '../../support/run-node';
import { databasePlaces, dialect } from '../../support/test-database';
import { useMigrations } from '../../support/use-migrations';

const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';
const PENS = `-- up
CREATE TABLE pens (id ${KEY}, code VARCHAR(20)); -- a pen; or several
INSERT INTO pens (code) VALUES ('a;b');

-- down
DROP TABLE pens;
`;
const INKS = `
exports.up = async ({ sql, dialect }) => {
  const pens = await sql('SELECT code FROM pens WHERE code = ?', ['a;b']);
  await sql('CREATE TABLE inks (code VARCHAR(20), made_on VARCHAR(20))');
  for (const { code } of pens) await sql('INSERT INTO inks VALUES (?, ?)', [code, dialect]);
};
exports.down = ({ sql }) => sql('DROP TABLE inks');
`;
const BROKEN = `-- up
INSERT INTO pens (code) VALUES ('c');
INSERT INTO nibs (code) VALUES ('d');
`;

describe.each(databasePlaces)('migrations, in %s', (place) => {
  const { lines, migrations, rows, write, open } = useMigrations(place);

  it('runs SQL files and modules once, in the order of their names, and logs them', async () => {
    write({ '1-pens.sql': PENS, '2-inks.js': INKS });

    await open(true);

    expect(await rows('SELECT * FROM inks')).toEqual([{ code: 'a;b', made_on: dialect }]);
    expect(lines).toEqual(['Migrations that ran: 1-pens, 2-inks.']);
    expect(await migrations().up()).toEqual([]);
    const status = await migrations().status();
    expect(status.map(({ name, ranAt }) => [name, typeof ranAt])).toEqual([
      ['1-pens', 'string'],
      ['2-inks', 'string'],
    ]);
  });

  it('reverts the last migration, several, or one and all later ones', async () => {
    write({ '1-pens.sql': PENS, '2-inks.js': INKS });
    await open(true);
    const names = async (ran: Promise<readonly { name: string }[]>) => (await ran).map(({ name }) => name);

    expect(await names(migrations().down())).toEqual(['2-inks']);
    expect(await names(migrations().up({ to: 'inks' }))).toEqual(['2-inks']);
    expect(await names(migrations().down({ to: 'pens' }))).toEqual(['2-inks', '1-pens']);
    expect(await names(migrations().up({ to: '1-pens' }))).toEqual(['1-pens']);
    expect(await names(migrations().down({ steps: 5 }))).toEqual(['1-pens']);
    await expect(migrations().up({ to: 'pns' })).rejects.toThrow(
      'No migration named pns is pending: correct the name. Candidates: 1-pens, 2-inks.',
    );
  });

  it('does not revert a SQL file without a part down', async () => {
    write({ '1-inks.sql': '-- up\nCREATE TABLE inks (id INTEGER);' });
    await open(true);

    await expect(migrations().down()).rejects.toThrow(
      'The migration 1-inks cannot be reverted, since it has no part down',
    );

    expect((await migrations().status()).map(({ ranAt }) => typeof ranAt)).toEqual(['string']);
  });

  it('reverts a SQL file with an empty part down without a statement', async () => {
    write({ '1-inks.sql': '-- up\nCREATE TABLE inks (id INTEGER);\n-- down\n' });
    await open(true);

    expect(await migrations().down()).toEqual([{ name: '1-inks', statements: [] }]);
    expect(await rows('SELECT id FROM inks')).toEqual([]);
  });

  it('returns the statements of a dry run, and changes nothing', async () => {
    write({ '1-pens.sql': PENS });
    await open();

    const [ran] = await migrations().up({ isDry: true });

    expect(ran!.statements).toEqual([
      `CREATE TABLE pens (id ${KEY}, code VARCHAR(20))`,
      "INSERT INTO pens (code) VALUES ('a;b')",
    ]);
    expect((await migrations().status()).map(({ ranAt }) => ranAt)).toEqual([undefined]);
  });

  if (dialect === 'mysql') {
    it('leaves no setting and no transaction of a migration to later queries', async () => {
      write({
        '1-pens.sql': PENS,
        '2-off.sql': '-- up\nSET foreign_key_checks = 0;\nSTART TRANSACTION WITH CONSISTENT SNAPSHOT;',
      });

      await open(true);

      const transactions =
        'SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = CONNECTION_ID()';
      expect(await rows(`SELECT @@foreign_key_checks AS checks, (${transactions}) AS open`)).toEqual([
        { checks: 1, open: 0 },
      ]);
    });
  }

  it('sends only statements that read in a dry run', async () => {
    write({ '1-pens.sql': PENS });
    await open(true);
    const removal = 'WITH a AS (SELECT 1) DELETE FROM pens';
    const reading = 'WITH a AS (SELECT code FROM pens) SELECT code FROM a';
    write({
      '2-ends.js': `exports.up = async ({ sql }) => {
        await sql('${removal}');
        for (const { code } of await sql('${reading}')) await sql('SELECT_' + code);
      }`,
    });

    const [ran] = await migrations().up({ isDry: true });

    expect(ran!.statements).toEqual([removal, 'SELECT_a;b']);
    expect(await rows('SELECT code FROM pens')).toEqual([{ code: 'a;b' }]);
  });

  it('reports the statement that failed, and which statements remain', async () => {
    write({ '1-pens.sql': PENS, '2-nibs.sql': BROKEN, '3-inks.js': INKS });
    await open();

    await expect(migrations().up()).rejects.toThrow(
      dialect === 'sqlite'
        ? /^The migration 2-nibs failed \(up\): .*no such table: nibs\nINSERT INTO nibs .*\nNothing of it stays: the migration was rolled back\.$/
        : /^The migration 2-nibs failed \(up\): .*nibs' doesn't exist\nINSERT INTO nibs .*\nThe statement before this one stays/,
    );

    const ran = (await migrations().status()).filter(({ ranAt }) => ranAt !== undefined);
    expect(ran.map(({ name }) => name)).toEqual(['1-pens']);
    expect(await rows("SELECT code FROM pens WHERE code = 'c'")).toHaveLength(dialect === 'sqlite' ? 0 : 1);
  });
});

const PERSISTENT = databasePlaces.filter((place) => place !== 'memory');

describe.each(PERSISTENT)('migrations of several processes, in %s', (place) => {
  const { url, folder, migrations, rows, write, open } = useMigrations(place);

  it('runs each migration once if five processes start at the same time', async () => {
    write({ '1-pens.sql': PENS, '2-inks.js': INKS });
    const script = join(__dirname, '../../support/migrate-once.ts');
    const start = () => promisify(execFile)(process.execPath, [...WITH_TYPESCRIPT, script, url(), folder()]);

    const outputs = await Promise.all(Array.from({ length: 5 }, start));

    expect(outputs.map(({ stdout }) => stdout).filter((text) => text !== '')).toEqual([
      'Migrations that ran: 1-pens, 2-inks.\n',
    ]);
    await open();
    expect(await rows('SELECT code FROM pens')).toEqual([{ code: 'a;b' }]);
    expect(await rows('SELECT code FROM inks')).toEqual([{ code: 'a;b' }]);
  }, 60_000);

  it('fails with the name of the process that runs migrations for longer than db.migrations.waitMs', async () => {
    write({ '1-slow.js': `exports.up = () => new Promise((done) => process.once('endOfMigration', done));` });
    const slow = (await open()).migrations.up();
    await new Promise((resolve) => setTimeout(resolve, 300));

    try {
      await expect(migrations().up()).rejects.toThrow(
        `:${process.pid}, in 1-slow) has been running migrations or changing tables on `,
      );
    } finally {
      process.emit('endOfMigration' as never);
    }

    await slow;
  });
});
