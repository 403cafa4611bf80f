import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../lib';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, type Served, type ServeOptions, serve } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';
import { createTestDatabase, dialect } from '../support/test-database';

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'parchments' })
class Parchment extends BaseDomain {
  @Column(DataType.TEXT('long')) declare text: string | null;
}

const replayed = ({ headers }: ApiResponse) => headers.get('Idempotency-Replayed');
const isMinimal = ({ headers }: ApiResponse) => headers.get('Preference-Applied') === 'return=minimal';

async function served(settings: Record<string, unknown>, options: ServeOptions = {}): Promise<Served> {
  return serve([Parchment], {
    authenticators: [namedByHeader],
    ...options,
    settings: { limits: { body: 40_000_000 }, idempotency: settings },
  });
}

const write = (api: Served, key: string, text: string, user = 'kim') =>
  api.request('POST', '/parchments', { text }, { 'Idempotency-Key': key, 'X-User': user });

describe('A response with a key', () => {
  it.each([65_000, 65_535, 65_536, 200_000, 1_000_000])('is stored with %d bytes', async (length) => {
    const api = await served({});
    const first = await write(api, 'long', 'x'.repeat(length));
    const repeat = await write(api, 'long', 'x'.repeat(length));
    await api.stop();

    expect([first.status, repeat.status, replayed(repeat)]).toEqual([201, 201, 'true']);
    expect(repeat.body).toEqual(first.body);
  });

  it('is stored up to maxResponseBytes exactly, and beyond it without a body', async () => {
    const probe = await served({});
    const { headers } = await write(probe, 'probe', 'x'.repeat(100_000));
    await probe.stop();
    const api = await served({ maxResponseBytes: Number(headers.get('Content-Length')) });
    const [fits, exceeds] = ['x'.repeat(100_000), 'x'.repeat(100_001)];
    const first = await write(api, 'fits', fits);
    await write(api, 'exceeds', exceeds);
    const [repeat, other] = [await write(api, 'fits', fits), await write(api, 'exceeds', exceeds)];
    await api.stop();

    expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    expect([other.status, other.body, isMinimal(other)]).toEqual([201, '', true]);
  });

  it('is stored without a body that the server does not take in a statement', async () => {
    const bound = 40_000_000;
    // SQLite has no such limit.
    const length = dialect === 'sqlite' ? 90_000 : 9_000_000;
    const api = await served({ maxResponseBytes: bound, maxBytesPerPrincipal: bound });
    // In JSON each quote has two bytes, in the statement that creates the row one.
    const text = '"'.repeat(length);
    const first = await write(api, 'huge', text);
    const repeat = await write(api, 'huge', text);
    const isTaken = (await maxPacketBytes()) > 18_100_000;
    await api.stop();

    expect([first.status, first.body.text.length]).toEqual([201, length]);
    expect([repeat.status, replayed(repeat)]).toEqual([201, 'true']);
    expect([isMinimal(repeat), repeat.body !== '']).toEqual([!isTaken, isTaken]);
  }, 60_000);
});

async function maxPacketBytes(): Promise<number> {
  if (dialect === 'sqlite') return Number.POSITIVE_INFINITY;
  const [rows] = await Parchment.sequelize!.query('SELECT @@max_allowed_packet AS bytes');
  return Number((rows as { bytes: number }[])[0]!.bytes);
}

describe('What one principal stores', () => {
  const text = 'x'.repeat(1000);
  const bodies = async (api: Served, keys: readonly string[], user?: string) => {
    const repeats: boolean[] = [];
    for (const key of keys) {
      const repeat = await write(api, key, text, user);
      expect([repeat.status, replayed(repeat)]).toEqual([201, 'true']);
      expect(repeat.headers.get('Location')).toMatch(/^\/parchments\/\d+$/);
      expect(repeat.headers.get('ETag')).toBeTruthy();
      expect(isMinimal(repeat)).toBe(repeat.body === '');
      repeats.push(repeat.body !== '');
    }
    return repeats;
  };

  it('is bounded by maxBytesPerPrincipal: beyond it status and headers are kept, and the repeat says so', async () => {
    const api = await served({ maxBytesPerPrincipal: 3600 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await write(api, key, text);
    for (const key of ['a', 'b']) await write(api, key, text, 'lee');
    const small = await write(api, 'small', 'x');
    const [kim, lee] = [await bodies(api, ['a', 'b', 'c', 'd', 'e']), await bodies(api, ['a', 'b'], 'lee')];
    const again = await write(api, 'small', 'x');
    await api.stop();

    expect(kim).toEqual([true, true, true, false, false]);
    expect(lee).toEqual([true, true]);
    expect(again.body).toEqual(small.body);
  });

  it('holds for clients without credentials together', async () => {
    const api = await served({ maxBytesPerPrincipal: 2400 }, { authenticators: [] });
    for (const key of ['a', 'b', 'c']) await write(api, key, text);
    const repeats = await bodies(api, ['a', 'b', 'c']);
    await api.stop();

    expect(repeats).toEqual([true, true, false]);
  });

  it('does not count what has expired', async () => {
    const api = await served({ maxBytesPerPrincipal: 1500 });
    await write(api, 'a', text);
    await write(api, 'b', text);
    const before = await bodies(api, ['a', 'b']);
    await Parchment.sequelize!.query('UPDATE koaggregate_idempotency_keys SET expires_at_ms = 1');
    await write(api, 'b', text);
    await write(api, 'c', text);
    const after = await bodies(api, ['b', 'c']);
    await api.stop();

    expect(before).toEqual([true, false]);
    expect(after).toEqual([true, false]);
  });

  it('exceeds the bound at most by what runs at the same time', async () => {
    const api = await served({ maxBytesPerPrincipal: 5000 });
    const keys = Array.from({ length: 40 }, (_, index) => `many-${index}`);
    for (let start = 0; start < keys.length; start += 4) {
      await Promise.all(keys.slice(start, start + 4).map((key) => write(api, key, text)));
    }
    const stored = (await bodies(api, keys)).filter(Boolean).length;
    await api.stop();

    expect(stored).toBeGreaterThanOrEqual(4);
    expect(stored).toBeLessThanOrEqual(8);
  });

  it('may be nothing', async () => {
    const api = await served({ maxBytesPerPrincipal: 0 });
    await write(api, 'a', text);
    const repeats = await bodies(api, ['a']);
    await api.stop();

    expect(repeats).toEqual([false]);
  });

  it('is summed by an index alone', async () => {
    const api = await served({});
    for (let index = 0; index < 30; index++) await write(api, `indexed-${index}`, 'x', `user-${index % 3}`);
    const statements = await allStatementsOf(Parchment, () => write(api, 'summed', 'x', 'user-1'));
    const sum = statements.find((statement) => /sum\(/i.test(statement))!;
    const explain = dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const [plan] = (await Parchment.sequelize!.query(`${explain} ${sum}`)) as unknown as [Record<string, string>[]];
    await api.stop();

    expect(JSON.stringify(plan)).toMatch(dialect === 'sqlite' ? /USING COVERING INDEX/ : /Using index/);
  });
});

describe('A table of keys of an earlier version', () => {
  const [text, bytes] = dialect === 'sqlite' ? ['TEXT', 'BLOB'] : ['MEDIUMTEXT', 'LONGBLOB'];
  const schema = [
    `CREATE TABLE koaggregate_idempotency_keys (\`key\` CHAR(64) NOT NULL PRIMARY KEY, fingerprint CHAR(64) NOT NULL,
     status SMALLINT, headers ${text}, body ${bytes}, expires_at_ms BIGINT NOT NULL)`,
    `INSERT INTO koaggregate_idempotency_keys VALUES ('${'a'.repeat(64)}', '${'b'.repeat(64)}', 201, '[]', NULL, 9999999999999)`,
  ];

  it('gets the new columns with hbm2ddl.auto: update, and keeps its rows', async () => {
    const api = await served({}, { schema });
    const long = 'x'.repeat(70_000);
    const first = await write(api, 'new', long);
    const repeat = await write(api, 'new', long);
    const [rows] = await Parchment.sequelize!.query('SELECT status FROM koaggregate_idempotency_keys');
    await api.stop();

    expect([first.status, replayed(repeat)]).toEqual([201, 'true']);
    expect(repeat.body).toEqual(first.body);
    expect(rows).toHaveLength(2);
  });

  it('stops the start with hbm2ddl.auto: none, and says what to do', async () => {
    const database = await createTestDatabase();
    const started = served({}, { schema, database, properties: { 'hbm2ddl.auto': 'none' } });

    await expect(started).rejects.toMatchObject({
      code: 'KEYS_UNREADABLE',
      message: expect.stringMatching(/owner.*docs\/consistency\.md.*hbm2ddl\.auto/),
    });
    await database.drop();
  });
});
