import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WITH_TYPESCRIPT } from '../../support/run-node';
import { databasePlaces, dialect } from '../../support/test-database';
import { useMigrations } from '../../support/use-migrations';

const PENS = '-- up\nCREATE TABLE pens (code VARCHAR(20));\n-- down\nDROP TABLE pens;';
const INSERT = "INSERT INTO pens (code) VALUES ('a')";
const UPDATE = "UPDATE pens SET code = 'b'";
/** An event of the process, at which a slow migration ends. */
const END = 'endOfMigration';
/** Sends its statements, and does not end. */
const ENDLESS = `exports.up = async ({ sql }) => {
  await sql("${INSERT}");
  await sql("${UPDATE}");
  process.stdout.write('reached');
  await new Promise(() => setInterval(() => undefined, 1000));
};`;
const FAILING = `-- up\n${INSERT};\nINSERT INTO nibs (code) VALUES ('c');\n-- down\nDELETE FROM pens;`;
const EXPIRED = 'UPDATE koaggregate_migration_claim SET expires_at = 1';
const TAKEN = "UPDATE koaggregate_migration_claim SET owner = 'elsewhere:7:x'";

/** A migration that is the work of one transaction leaves nothing behind. */
const isTransactional = dialect === 'sqlite';

describe.each(databasePlaces)('The claim of migrations, in %s', (place) => {
  const { migrations, rows, write, open } = useMigrations(place);

  it('ends with the run, whether it succeeds or fails at its first statement', async () => {
    write({ '1-pens.sql': PENS, '2-nibs.sql': '-- up\nDROP TABLE nibs;' });
    await open();

    await expect(migrations().up()).rejects.toThrow('The migration 2-nibs failed (up)');

    expect(await rows('SELECT owner FROM koaggregate_migration_claim')).toEqual([]);
    expect(await migrations().unfinished()).toBeUndefined();
    await expect(migrations().up()).rejects.toThrow('The migration 2-nibs failed (up)');
  });

  it('stops a migration before its next statement once another process has taken it over', async () => {
    write({ '1-pens.sql': PENS, '2-taken.sql': `-- up\n${TAKEN};\n${INSERT};` });
    await open();

    await expect(migrations().up()).rejects.toThrow('This process lost its claim of the migrations on');

    expect(await rows('SELECT code FROM pens')).toEqual([]);
    expect((await migrations().status()).map(({ ranAt }) => typeof ranAt)).toEqual(['string', 'undefined']);
  });

  it('is not needed by a process that has nothing to run', async () => {
    write({ '1-pens.sql': PENS });
    await (await open(true)).sequelize.query(
      "INSERT INTO koaggregate_migration_claim (id, owner, expires_at, changes, statement_number, failure) VALUES (1, 'elsewhere:7:x', 0, 0, 3, 'failed')",
    );

    expect(await migrations().up()).toEqual([]);
  });

  if (!isTransactional) {
    it('is kept by a migration that failed after other statements, until somebody resolves it', async () => {
      write({ '1-pens.sql': PENS, '2-nibs.sql': FAILING });
      await open();

      await expect(migrations().up()).rejects.toThrow(
        /nibs' doesn't exist\n.*\nThe statement before this one stays, .* run "koaggregate migrate resolve 2-nibs --undone", or carry out the rest of up by hand and run "koaggregate migrate resolve 2-nibs --done"\.$/,
      );

      const interrupted =
        /^The migration .*2-nibs\.sql \(up\) did not end: .*nibs' doesn't exist\. Its last statement is number 2:\nINSERT INTO nibs .*\nThe statement before this one stays/;
      await expect(migrations().up()).rejects.toThrow(interrupted);
      await expect(migrations().down()).rejects.toThrow(interrupted);
      expect(await migrations().unfinished()).toMatchObject({ name: '2-nibs', state: 'failed', statementNumber: 2 });
      await expect(migrations().resolve('pens', 'done')).rejects.toThrow(
        'The migration pens is not interrupted, so there is nothing to resolve. Interrupted: 2-nibs.',
      );
      await migrations().resolve('nibs', 'done');
      expect(await migrations().up()).toEqual([]);
      expect(await rows('SELECT code FROM pens')).toEqual([{ code: 'a' }]);
    });

    it('is kept by a migration that failed with a long message', async () => {
      const long = `exports.up = async ({ sql }) => { await sql("${INSERT}"); throw new Error('x'.repeat(100_000)); };`;
      write({ '1-pens.sql': PENS, '2-long.js': long });
      await open();

      await expect(migrations().up()).rejects.toThrow('The migration 2-long failed (up)');

      expect(await migrations().unfinished()).toMatchObject({ name: '2-long', state: 'failed' });
    });

    it('is kept by a reversal that failed, and removes the record once that is done by hand', async () => {
      write({ '1-pens.sql': `${PENS}\nDROP TABLE nibs;` });
      await open(true);

      await expect(migrations().down()).rejects.toThrow('carry out the rest of down by hand');
      await migrations().resolve('1-pens', 'done');

      expect((await migrations().status()).map(({ ranAt }) => ranAt)).toEqual([undefined]);
    });
  }
});

describe.each(databasePlaces.filter((place) => place !== 'memory'))(
  'A process that runs migrations, in %s',
  (place) => {
    const { url, folder, lines, migrations, rows, send, write, open } = useMigrations(place);

    it('keeps its claim while it runs a migration for longer than the claim is valid', async () => {
      write({
        '1-pens.sql': PENS,
        '2-slow.js': `exports.up = async ({ sql }) => {
      await sql("${INSERT}");
      await new Promise((done) => process.once('${END}', done));
    };`,
      });
      const slow = (await open()).migrations.up();
      await new Promise((resolve) => setTimeout(resolve, 5500));

      try {
        await expect(migrations().up()).rejects.toThrow('in 2-slow) has been running migrations or changing tables on');

        expect(await migrations().unfinished()).toMatchObject({ name: '2-slow', state: 'running' });
        expect(lines).toEqual([]);
      } finally {
        process.emit(END as never);
      }
      await slow;
      expect(await rows('SELECT code FROM pens')).toEqual([{ code: 'a' }]);
    }, 60_000);

    async function killAtLastStatement(): Promise<void> {
      const script = join(__dirname, '../../support/migrate-once.ts');
      const child = spawn(process.execPath, [...WITH_TYPESCRIPT, script, url(), folder()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
    }

    it('leaves its claim when it is killed, and its statements run once', async () => {
      write({ '1-pens.sql': PENS, '2-fill.js': ENDLESS });
      await killAtLastStatement();
      await open();

      await expect(migrations().up()).rejects.toThrow('in 2-fill) has been running migrations or changing tables on');
      expect(await migrations().unfinished()).toMatchObject({ name: '2-fill', state: 'running' });
      await send(EXPIRED);
      expect(await migrations().unfinished()).toMatchObject({ name: '2-fill', state: 'interrupted' });
      write({ '2-fill.js': `exports.up = async ({ sql }) => void (await sql("${INSERT}"), await sql("${UPDATE}"));` });
      if (isTransactional) {
        await migrations().up();
        expect(lines.join('\n')).toMatch(
          /^The last run was interrupted in the migration 2-fill .*, of which nothing stays\.$/,
        );
      } else {
        await expect(migrations().up()).rejects.toThrow(
          /2-fill\.js \(up\) did not end: its process \(.*\) ended\. Its last statement is number 2:\nUPDATE pens SET code = 'b'\nIt may have been carried out, or not\. The statement before this one stays/,
        );
        await send('DELETE FROM pens');
        await migrations().resolve('2-fill', 'undone');
        await migrations().up();
      }

      expect(await rows('SELECT code FROM pens')).toEqual([{ code: 'b' }]);
    }, 60_000);
  },
);
