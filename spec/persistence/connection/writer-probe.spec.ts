import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WriterProbe } from '../../../lib/persistence/connection/writer-probe';
import { parseDatabaseUrl } from '../../../lib/persistence/database-url';
import { mariadb } from '../../../lib/persistence/dialects/mariadb';

/** Connections that respond with these rows, one after the other. */
function probeOf(rows: readonly (object[] | Error)[]) {
  const [left, opened, destroyed] = [[...rows], [] as string[], jest.fn()];
  const connect = async () => {
    opened.push('opened');
    const query = (sql: string, done: (error: Error | null, rows?: unknown) => void) => {
      opened.push(sql);
      const next = left.shift();
      if (next instanceof Error) done(next);
      else done(null, next);
    };
    return { query, destroy: destroyed };
  };
  const sequelize = { connectionManager: { connect, config: {} } };
  return { probe: new WriterProbe(sequelize as never, parseDatabaseUrl('mysql://h/d', '')), opened, destroyed };
}

const SQL = mariadb.transactions.isReadOnly!;

describe('The probe of a server', () => {
  it('keeps its connection while the server accepts writes', async () => {
    const { probe, opened, destroyed } = probeOf([[{ isReadOnly: 0 }], [{ isReadOnly: 0 }]]);

    expect([await probe.ask(), await probe.ask()]).toEqual(['writable', 'writable']);
    expect(opened).toEqual(['opened', SQL, SQL]);
    probe.close();
    await new Promise(setImmediate);
    expect(destroyed).toHaveBeenCalledTimes(1);
    expect(await probe.ask()).toBe('unreachable');
  });

  it('opens another connection if the one that it kept was closed meanwhile', async () => {
    const { probe, opened } = probeOf([[{ isReadOnly: 0 }], new Error('closed state'), [{ isReadOnly: 0 }]]);

    expect([await probe.ask(), await probe.ask()]).toEqual(['writable', 'writable']);
    expect(opened).toEqual(['opened', SQL, SQL, 'opened', SQL]);
  });

  it('leaves a server that only accepts reads, since another one may be the writer', async () => {
    const { probe, opened, destroyed } = probeOf([[{ isReadOnly: 1 }], [{ isReadOnly: 0 }]]);

    expect([await probe.ask(), await probe.ask()]).toEqual(['read-only', 'writable']);
    expect(opened).toEqual(['opened', SQL, 'opened', SQL]);
    expect(destroyed).toHaveBeenCalledTimes(1);
  });
});

describe('The probe of a file', () => {
  it('tells whether the file is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probe-'));
    const file = join(folder, 'shop.sqlite');
    const probe = new WriterProbe({} as never, parseDatabaseUrl(`sqlite:${file}`, ''));

    expect(await probe.ask()).toBe('unreachable');
    writeFileSync(file, '');
    expect(await probe.ask()).toBe('writable');
    chmodSync(file, 0o400);
    // The administrator may write to any file.
    expect(await probe.ask()).toBe(process.getuid?.() === 0 ? 'writable' : 'read-only');
    rmSync(folder, { recursive: true });
  });
});
