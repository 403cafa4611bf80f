import { Op, QueryTypes, type Sequelize } from 'sequelize';
import { BelongsTo, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, type Ref, Searchable } from '../../lib';
import { KeyOf, StringColumn } from '../support/columns';
import { type ApiResponse, prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

const isSqlite = dialect === 'sqlite';

@AggregateRoot
@Table({ tableName: 'gadgets' })
class Gadget extends BaseDomain {
  @Searchable @StringColumn(20) declare name: string;
  @Searchable @Column(DataType.BOOLEAN) declare active: boolean | null;
  @Searchable @Column(DataType.BOOLEAN) declare frozen: boolean | null;
  @Searchable @Column(DataType.DATE(0)) declare soldAt: Date | null;
  @Searchable @Column({ type: DataType.DATEONLY, allowNull: false }) declare builtOn: string;
  @Column({ type: DataType.DATE(0), allowNull: false }) declare checkedAt: Date;
  @Column(DataType.DATEONLY) declare openedOn: string | null;
  @Column(DataType.TIME) declare opensAt: string | null;
  @Column(DataType.TEXT) declare note: string | null;
  @Column(DataType.JSON) declare settings: unknown;
  @Collection({ nested: true }) @HasMany(() => Part) declare parts: Part[];

  @Action({ value: 'rename' })
  rename(name: string): void {
    this.name = name;
  }
}

@Table({ tableName: 'parts' })
class Part extends BaseDomain {
  @KeyOf(() => Gadget) declare gadgetId: EntityId;
  @BelongsTo(() => Gadget) declare gadget: Ref<Gadget>;
  @StringColumn(20) declare name: string | null;
  @Column(DataType.BOOLEAN) declare spare: boolean | null;
  @Column({ type: DataType.DATE(0), allowNull: false }) declare madeAt: Date;
}

const ID = isSqlite ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGINT PRIMARY KEY AUTO_INCREMENT';
const STAMPS = 'created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, version INTEGER NOT NULL DEFAULT 0';
const JSON_TEXT = (name: string) => `${name} ${isSqlite ? 'TEXT' : 'LONGTEXT'} CHECK (json_valid(${name}))`;
const NOW = "'2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0";
const at = (time: string) => `'${time}${isSqlite ? '.000 +00:00' : ''}'`;
const ZERO = "'0000-00-00 00:00:00'";

const SCHEMA = [
  ...(isSqlite ? [] : ["SET SESSION sql_mode = ''"]),
  `CREATE TABLE gadgets (id ${ID}, name VARCHAR(20), active TINYINT(1), frozen ${isSqlite ? 'BOOLEAN' : 'BIT(1)'}, sold_at DATETIME, built_on DATE NOT NULL,
    checked_at DATETIME NOT NULL, opened_on DATETIME, opens_at TIME${isSqlite ? '' : '(3)'}, ${JSON_TEXT('note')}, ${JSON_TEXT('settings')}, ${STAMPS})`,
  `CREATE TABLE parts (id ${ID}, gadget_id BIGINT NOT NULL, name VARCHAR(20), spare TINYINT(1), made_at DATETIME NOT NULL,
    ${STAMPS})`,
  `INSERT INTO gadgets (id, name, active, frozen, sold_at, built_on, checked_at, note, settings, created_at, updated_at, version)
    VALUES
    (1, 'one', 1, 1, ${at('2026-01-31 08:30:00')}, '2026-01-31', ${at('2026-01-31 08:30:00')}, '{ "a":  1 }', '{ "a":  [1] }', ${NOW}),
    (2, 'two', 2, 1, ${ZERO}, '0000-00-00', ${ZERO}, '"abc"', '"abc"', ${NOW}),
    (3, 'three', 0, 0, NULL, '2024-02-00', '2024-00-00 00:00:00', '[12345678901234567890]', '5', ${NOW}),
    (4, 'four', NULL, NULL, ${at('2024-12-31 00:00:00')}, '0001-01-01', ${at('0001-01-01 00:00:00')}, NULL, NULL, ${NOW}),
    (5, 'five', -1, 0, ${ZERO}, '1999-12-31', ${at('1999-12-31 00:00:00')}, 'null', 'null', ${NOW})`,
  "UPDATE gadgets SET opened_on = '2026-01-31 08:30:00', opens_at = '08:30:00.250' WHERE id = 1",
  `INSERT INTO parts (id, gadget_id, name, spare, made_at, created_at, updated_at, version) VALUES
    (1, 2, 'screw', 2, ${ZERO}, ${NOW}), (2, 2, 'nut', 1, ${at('2026-01-01 00:00:00')}, ${NOW})`,
];

let database: TestDatabase;
let served: Served;
let sequelize: Sequelize;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database.url, SCHEMA);
  served = await serve([Gadget, Part], { database, properties: { 'hbm2ddl.auto': 'none' } });
  sequelize = Gadget.sequelize!;
});
afterAll(async () => {
  await served.stop();
  await database.drop();
});

/** Sends a request whose response the document does not describe: required dates may be null. */
async function send(method: string, path: string, body?: unknown, headers?: object): Promise<ApiResponse> {
  const init = { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } };
  const response = await fetch(served.address + path, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('<') ? text : JSON.parse(text || 'null'),
  };
}

const namesOf = async (query: string): Promise<string[]> => {
  const { status, body } = await send('GET', `/gadgets?${query}`);
  expect({ query, status, body }).toMatchObject({ status: 200 });
  return body.map(({ name }: { name: string }) => name);
};

const stored = async (id: number): Promise<Record<string, unknown>> => {
  const text = (column: string) => `CAST(${column} AS ${isSqlite ? 'TEXT' : 'CHAR'}) AS ${column}`;
  const columns = [
    'active',
    'sold_at',
    'built_on',
    'checked_at',
    'opened_on',
    'opens_at',
    'note',
    'settings',
    'version',
  ]
    .map(text)
    .join(', ');
  const [row] = await sequelize.query(`SELECT ${columns} FROM gadgets WHERE id = ${id}`, { type: QueryTypes.SELECT });
  return row as Record<string, unknown>;
};

/** Makes reads build instances, as a hook of domain code does. */
async function byInstances<T>(work: () => Promise<T>): Promise<T> {
  sequelize.addHook('beforeFind', 'seen', () => undefined);
  try {
    return await work();
  } finally {
    sequelize.removeHook('beforeFind', 'seen');
  }
}

const GADGETS = [
  {
    active: true,
    frozen: true,
    sold_at: '2026-01-31T08:30:00Z',
    built_on: '2026-01-31',
    checked_at: '2026-01-31T08:30:00Z',
    opened_on: '2026-01-31',
    opens_at: '08:30:00',
    note: '{ "a":  1 }',
    settings: { a: [1] },
  },
  { active: true, sold_at: null, built_on: null, checked_at: null, note: '"abc"', settings: 'abc' },
  { active: false, sold_at: null, built_on: null, checked_at: null, note: '[12345678901234567890]', settings: 5 },
  {
    active: null,
    sold_at: '2024-12-31T00:00:00Z',
    built_on: '0001-01-01',
    checked_at: '0001-01-01T00:00:00Z',
    note: null,
    settings: null,
  },
  {
    active: true,
    sold_at: null,
    built_on: '1999-12-31',
    checked_at: '1999-12-31T00:00:00Z',
    note: 'null',
    settings: null,
  },
];

describe('Values that other programs have stored', () => {
  const reads = {
    'a list': () => send('GET', '/gadgets'),
    'a page': () => send('GET', '/gadgets?page=1'),
    'a page by cursor': () => send('GET', '/gadgets?after='),
    'a read of several': () => send('GET', '/gadgets/1,2,3,4,5'),
  };

  it.each(Object.entries(reads))('are shown by %s, from rows and from instances', async (_, read) => {
    const rows = await read();

    expect(rows.status).toBe(200);
    expect(rows.body.data ?? rows.body).toMatchObject(GADGETS);
    expect((await byInstances(read)).body).toEqual(rows.body);
  });

  it('are shown in children', async () => {
    const parts = [
      { name: 'screw', spare: true, made_at: null },
      { name: 'nut', spare: true, made_at: '2026-01-01T00:00:00Z' },
    ];
    const expanded = () => send('GET', '/gadgets/2?expand=parts');

    expect((await expanded()).body.parts).toMatchObject(parts);
    expect((await byInstances(expanded)).body.parts).toMatchObject(parts);
    expect((await send('GET', '/gadgets/2/parts')).body).toMatchObject(parts);
  });

  it('are shown in CSV and in XML', async () => {
    const get = (path: string, Accept: string) => fetch(served.address + path, { headers: { Accept } });
    const csv = await get('/gadgets?name=two&include=active,sold_at,checked_at,note', 'text/csv');
    const xml = await get('/gadgets/2?include=active,sold_at,note', 'application/xml');

    expect([csv.status, await csv.text()]).toEqual([200, expect.stringContaining('true,,,"""abc"""')]);
    expect([xml.status, await xml.text()]).toEqual([200, expect.stringContaining('<active>true</active>')]);
  });

  it('are the values of instances', async () => {
    const [one, two, three, four, five] = (await Gadget.all()) as [Gadget, Gadget, Gadget, Gadget, Gadget];

    expect([one, two, three, four, five].map(({ active }) => active)).toEqual([true, true, false, null, true]);
    expect([one, two, three, four, five].map(({ frozen }) => frozen)).toEqual([true, true, false, null, false]);
    expect([one.soldAt, two.soldAt, five.soldAt]).toEqual([new Date('2026-01-31T08:30:00Z'), null, null]);
    expect([three.builtOn, three.checkedAt, four.builtOn]).toEqual([null, null, '0001-01-01']);
    expect([one.note, two.note, five.note]).toEqual(['{ "a":  1 }', '"abc"', 'null']);
    expect([one.settings, two.settings, three.settings, five.settings]).toEqual([{ a: [1] }, 'abc', 5, null]);
    await two.reload();
    expect([two.active, two.soldAt, two.note]).toEqual([true, null, '"abc"']);
    const [withParts] = await Gadget.findAll({ where: { id: 2 }, include: [Part] });
    expect(withParts!.parts.map(({ spare, madeAt }) => [spare, madeAt])).toEqual([
      [true, null],
      [true, new Date('2026-01-01T00:00:00Z')],
    ]);
  });
});

describe('A search', () => {
  it.each([
    ['active=true', ['one', 'two', 'five']],
    ['active=false', ['three']],
    ['active[ne]=true', ['three', 'four']],
    ['active[in]=true,false', ['one', 'two', 'three', 'five']],
    ['active[nin]=false', ['one', 'two', 'four', 'five']],
    ['active[null]=true', ['four']],
    ['active[null]=false', ['one', 'two', 'three', 'five']],
    ['frozen=true', ['one', 'two']],
    ['frozen=false', ['three', 'five']],
    ['frozen[ne]=false', ['one', 'two', 'four']],
    ['sold_at[null]=true', ['two', 'three', 'five']],
    ['sold_at[null]=false', ['one', 'four']],
    ['sold_at[lt]=2025-01-01T00:00:00Z', ['four']],
    ['sold_at[lte]=2026-01-31T08:30:00Z', ['one', 'four']],
    ['sold_at[gt]=2025-01-01T00:00:00Z', ['one']],
    ['sold_at[ne]=2026-01-31T08:30:00Z', ['two', 'three', 'four', 'five']],
    ['built_on[null]=true', ['two']],
    ['built_on[lt]=2000-01-01', ['four', 'five']],
  ])('with %s finds rows by what they read as', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
    expect(await byInstances(() => namesOf(query))).toEqual(names);
  });

  it('is the condition of a read', async () => {
    const { status } = await send('GET', '/gadgets/2?active=true');

    expect(status).toBe(200);
  });
});

describe('A sort', () => {
  it.each([
    ['active,-name', ['four', 'three', 'two', 'one', 'five']],
    ['-active,name', ['five', 'one', 'two', 'three', 'four']],
    ['sold_at,name', ['three', 'five', 'two', 'four', 'one']],
    ['-sold_at,name', ['one', 'four', 'five', 'two', 'three']],
    ['built_on', ['two', 'four', 'five', 'three', 'one']],
  ])('by %s has each row once on its pages by cursor', async (sort, names) => {
    const paged = () => namesByCursor(`/gadgets?per_page=1&sort=${sort}`);

    expect(await namesOf(`sort=${sort}`)).toEqual(names);
    expect(await paged()).toEqual(names);
    expect(await byInstances(paged)).toEqual(names);
  });
});

async function namesByCursor(path: string): Promise<string[]> {
  const names: string[] = [];
  let next: string | undefined = `${path}&after=`;
  for (let page = 0; next && page < 9; page++) {
    const { status, body, headers } = await send('GET', next.replace(served.address, ''));
    expect({ next, status, body }).toMatchObject({ status: 200 });
    names.push(...body.map(({ name }: { name: string }) => name));
    next = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return names;
}

describe('What was read and is sent back', () => {
  it.each([1, 2, 3, 4, 5])('writes nothing (gadget %i)', async (id) => {
    const before = await stored(id);
    const { body } = await send('GET', `/gadgets/${id}?expand=parts`);

    expect(await send('PUT', `/gadgets/${id}`, body)).toMatchObject({ status: 200, body });
    expect(await stored(id)).toEqual(before);
    expect((await byInstances(() => send('PUT', `/gadgets/${id}`, body))).status).toBe(200);
    expect(await stored(id)).toEqual(before);
  });

  it('keeps what is stored when another field is changed with it', async () => {
    for (const id of [1, 2, 3, 4]) {
      const { version: _, ...before } = await stored(id);
      const { body } = await send('GET', `/gadgets/${id}`);

      expect(await send('PUT', `/gadgets/${id}`, { ...body, name: `changed ${id}` })).toMatchObject({ status: 200 });
      expect(await stored(id)).toMatchObject(before);
    }
  });

  it('keeps what is stored in a list and in nested children', async () => {
    const before = await sequelize.query('SELECT spare, made_at FROM parts');
    const { body } = await send('GET', '/gadgets/2?expand=parts');
    const nested = { ...body, parts: body.parts.map((part: object) => ({ ...part, name: 'bolt' })) };

    expect((await send('PUT', '/gadgets/2', nested)).status).toBe(200);
    expect(await send('PUT', '/gadgets/2,3', { checked_at: null })).toMatchObject({ status: 200 });
    expect(await sequelize.query('SELECT spare, made_at FROM parts')).toEqual(before);
  });

  it('is rejected for rows that have another value', async () => {
    const { status, body } = await send('PUT', '/gadgets/1,2', { checked_at: null, built_on: null });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([
      { field: 'checked_at', message: 'must not be null' },
      { field: 'built_on', message: 'must not be null' },
    ]);
    expect((await send('PUT', '/gadgets/1', { built_on: '0001-01-01' })).status).toBe(422);
    expect((await send('POST', '/gadgets', { name: 'new', built_on: null, checked_at: null })).status).toBe(422);
  });

  it('is stored when it differs', async () => {
    await send('PUT', '/gadgets/5', {
      active: false,
      frozen: true,
      sold_at: '2026-02-01T00:00:00Z',
      settings: { b: 1 },
      note: 'true',
    });

    expect(await stored(5)).toMatchObject({ active: '0', note: 'true' });
    expect((await send('GET', '/gadgets/5')).body).toMatchObject({
      active: false,
      frozen: true,
      sold_at: '2026-02-01T00:00:00Z',
      settings: { b: 1 },
      note: 'true',
    });
  });
});

describe('Domain code', () => {
  it('changes another field of such a row, and an action does', async () => {
    const { version: _, ...before } = await stored(2);
    const gadget = (await Gadget.findById(2))!;
    await gadget.updateAttributes({ name: 'second' });

    expect((await send('PUT', '/gadgets/2/rename', { name: 'again' })).status).toBeLessThan(300);
    expect(await stored(2)).toMatchObject(before);
    expect((await Gadget.findById(2))!.name).toBe('again');
  });

  it.each([
    [{ active: true }, ['1', '2', '5']],
    [{ active: { [Op.eq]: true, [Op.not]: null } }, ['1', '2', '5']],
    [{ active: { [Op.ne]: true } }, ['3']],
    [{ active: false }, ['3']],
    [{ active: { [Op.or]: [true, null] } }, ['1', '2', '4', '5']],
  ])('finds by a boolean what reads as it: %p', async (criteria, ids) => {
    await sequelize.query('UPDATE gadgets SET active = -1 WHERE id = 5');

    expect((await Gadget.findAll({ where: criteria as never })).map(({ id }) => String(id))).toEqual(ids);
  });

  it('reads raw values of the driver, and no invalid dates', async () => {
    const [row] = (await Gadget.findAll({ where: { id: { [Op.in]: [2] } }, raw: true })) as Gadget[];

    expect(row!.note).toBe('"abc"');
    if (!isSqlite) expect([row!.soldAt, row!.builtOn]).toEqual([null, null]);
  });
});
