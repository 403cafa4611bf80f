import { BeforeCreate, Column, DataType, Default, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId } from '../../lib';
import { Scope, type ScopeCriteria } from '../../lib/security';
import { IntegerColumn, KeyOf, RequiredKeyOf, StringColumn } from '../support/columns';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, type Served, useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'new_row_stores' })
class Store extends BaseDomain {
  @StringColumn(20) declare name: string;
}

/** The scope of each user of `/sales`. */
const SCOPES: Readonly<Record<string, ScopeCriteria>> = {
  decimal: { 'total[gte]': 0, 'total[lt]': '100.01' },
  integer: { 'pieces[in]': [1, 2] },
  boolean: { is_open: true },
  set: { 'voucher[null]': 'false' },
  unset: { 'note[null]': 'true' },
  rank: { rank: 3 },
  text: { note: 'Open' },
  related: { 'lines.amount[gte]': 0 },
  none: false,
};

@Scope((principal) => (principal?.name === 'first' ? { store_id: 1 } : SCOPES[principal?.name ?? '']))
@AggregateRoot
@Table({ tableName: 'new_row_sales' })
class Sale extends BaseDomain {
  @Column(DataType.DECIMAL(10, 2)) declare total: string | null;
  @IntegerColumn declare pieces: number | null;
  @Column(DataType.BOOLEAN) declare isOpen: boolean | null;
  @IntegerColumn declare voucher: number | null;
  @StringColumn(20) declare note: string | null;
  @Default(3) @IntegerColumn declare rank: number;
  @Column({ type: DataType.STRING(20), unique: true }) declare code: string | null;
  @KeyOf(() => Store) declare storeId: EntityId | null;
  @HasMany(() => Line) declare lines: Line[];
}

@Table({ tableName: 'new_row_lines' })
class Line extends BaseDomain {
  @IntegerColumn declare amount: number | null;
  @RequiredKeyOf(() => Sale) declare saleId: EntityId;
}

/** A hook sets the column of the scope. */
@Scope(() => ({ 'level[lte]': 5 }))
@AggregateRoot
@Table({ tableName: 'new_row_alarms' })
class Alarm extends BaseDomain {
  @IntegerColumn declare level: number;

  @BeforeCreate
  static double(alarm: Alarm): void {
    alarm.level *= 2;
  }
}

/** The database sets the column of the scope. */
@Scope(() => ({ grade: 1 }))
@AggregateRoot
@Table({ tableName: 'new_row_marks' })
class Mark extends BaseDomain {
  @IntegerColumn declare grade: number | null;
  @StringColumn(20) declare name: string | null;
}

const GENERATED = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGINT PRIMARY KEY AUTO_INCREMENT';
const schema = [
  `CREATE TABLE new_row_marks (id ${GENERATED}, grade INTEGER DEFAULT 1, name VARCHAR(20), version INTEGER NOT NULL, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL)`,
];
const shop = useServed([Store, Sale, Line, Alarm, Mark], { authenticators: [namedByHeader], schema });
beforeAll(async () => {
  await Store.bulkCreate([{ name: 'a' }, { name: 'b' }]);
  if (dialect === 'sqlite') return;
  await Sale.sequelize!.query('ALTER TABLE new_row_sales MODIFY note VARCHAR(20) COLLATE utf8mb4_general_ci');
});
beforeEach(() => Sale.destroy({ where: {} }));

const ALONE = ['INSERT'];
const READ_BACK = ['BEGIN', 'INSERT', 'SELECT', 'COMMIT'];

/** The response to a create, and the first word of each statement. */
async function created(user: string, body: unknown, path = '/sales') {
  let response: ApiResponse | undefined;
  const statements = await allStatementsOf(Sale, async () => {
    response = await as(user)('POST', path, body);
  });
  return { ...response!, sent: statements.map((one) => /^\w+/.exec(one)![0].replace('START', 'BEGIN')) };
}

const as =
  (user: string) =>
  (...[method, path, body]: Parameters<Served['request']>) =>
    shop.request(method, path, body, { 'X-User': user });

describe('POST of a root with @Scope', () => {
  it.each([
    ['decimal', { total: '0.00' }, { total: '-0.01' }],
    ['decimal', { total: '100.00' }, { total: '100.01' }],
    ['integer', { pieces: 2 }, { pieces: 3 }],
    ['integer', { pieces: 1 }, {}],
    ['boolean', { is_open: true }, { is_open: false }],
    ['boolean', { is_open: true }, { is_open: null }],
    ['set', { voucher: 0 }, { voucher: null }],
    ['unset', {}, { note: '' }],
    ['rank', {}, { rank: 4 }],
    ['first', { store_id: 1 }, { store_id: 2 }],
  ])('is one statement by a scope %s for %j, and 403 for %j', async (user, inside, outside) => {
    expect(await created(user, inside)).toMatchObject({ status: 201, sent: ALONE });
    const rejected = await created(user, outside);

    expect(rejected).toMatchObject({ status: 403, sent: ['BEGIN', 'INSERT', 'SELECT', 'SELECT', 'ROLLBACK'] });
    expect(rejected.body.detail).toMatch(/outside the rows that you have access to/);
    expect(await Sale.count()).toBe(1);
  });

  it('leaves texts to the database and its collation', async () => {
    expect(await created('text', { note: 'Open' })).toMatchObject({ status: 201, sent: READ_BACK });
    expect((await created('text', { note: 'open' })).status).toBe(dialect === 'sqlite' ? 403 : 201);
    expect((await created('text', { note: 'shut' })).status).toBe(403);
  });

  it('leaves other rows to the database', async () => {
    expect((await created('related', { lines: [{ amount: 1 }] })).status).toBe(201);
    expect((await created('related', { lines: [{ amount: -1 }] })).status).toBe(403);
    expect((await created('related', {})).status).toBe(403);
    expect((await created('none', {})).status).toBe(403);
  });

  it('checks what hooks and the database have set', async () => {
    expect(await created('any', { level: 2 }, '/alarms')).toMatchObject({ status: 201, sent: ALONE });
    expect((await created('any', { level: 3 }, '/alarms')).status).toBe(403);
    expect(await created('any', { name: 'a' }, '/marks')).toMatchObject({ status: 201, body: { grade: 1 } });
    expect((await created('any', { grade: 2 }, '/marks')).status).toBe(403);
    expect(await Alarm.count()).toBe(1);
  });

  it('checks several rows before any of them is sent', async () => {
    const rows = (...pieces: number[]) => pieces.map((one) => ({ pieces: one }));
    const statements = dialect === 'sqlite' || (await hasReturning()) ? ALONE : expect.arrayContaining(READ_BACK);

    expect(await created('integer', rows(1, 2, 1))).toMatchObject({ status: 201, sent: statements });
    expect((await created('integer', rows(1, 2, 3))).status).toBe(403);
    expect(await Sale.count()).toBe(3);
  });

  it('reports other errors before the scope, as for rows that are in it', async () => {
    await created('integer', { pieces: 1, code: 'a' });

    expect((await created('integer', { pieces: 1, code: 'a' })).status).toBe(409);
    expect((await created('integer', { pieces: 3, code: 'a' })).status).toBe(409);
  });

  it('decides with its children, which are in the scope of their parent', async () => {
    const body = { pieces: 1, lines: [{ amount: 1 }, { amount: 2 }] };

    expect(await created('integer', body)).toMatchObject({
      status: 201,
      sent: ['BEGIN', 'INSERT', 'INSERT', 'COMMIT'],
      body: { lines: [{ amount: 1 }, { amount: 2 }] },
    });
    expect((await created('integer', { ...body, pieces: 3 })).status).toBe(403);
    expect(await Line.count()).toBe(2);
  });

  it('has the entity tag of a read', async () => {
    const { headers, body } = await created('integer', { pieces: 1 });
    const read = await as('integer')('GET', `/sales/${body.id}`);

    expect(read.body).toEqual(body);
    expect(headers.get('ETag')!.split('-')[0]).toBe(read.headers.get('ETag')!.split('-')[0]);
  });
});

async function hasReturning(): Promise<boolean> {
  return (Sale.sequelize as unknown as { hasReturning: boolean }).hasReturning;
}

describe('DELETE of a root with @Scope', () => {
  const deleted = async (user: string, id: unknown) => {
    let response: ApiResponse | undefined;
    const statements = await allStatementsOf(Sale, async () => {
      response = await as(user)('DELETE', `/sales/${id}`);
    });
    return { status: response!.status, sent: statements.length, left: await Sale.count() };
  };

  it.each([
    ['decimal', { total: '1.00' }],
    ['integer', { pieces: 2 }],
    ['boolean', { isOpen: true }],
    ['set', { voucher: 1 }],
    ['text', { note: 'Open' }],
    ['first', { storeId: 1 }],
  ])('is one statement by a scope %s', async (user, values) => {
    const [inside, outside] = [await Sale.create(values), await Sale.create({ rank: 3 })];

    expect(await deleted(user, inside.id)).toEqual({ status: 204, sent: 1, left: 1 });
    expect(await deleted(user, outside.id)).toMatchObject({ status: 404, left: 1 });
    expect(await deleted('none', outside.id)).toMatchObject({ status: 404, left: 1 });
    expect(await deleted(user, inside.id)).toMatchObject({ status: 404, left: 1 });
  });

  it('is by the collation of a text', async () => {
    const sale = await Sale.create({ note: 'open' });

    expect((await deleted('text', sale.id)).status).toBe(dialect === 'sqlite' ? 404 : 204);
  });

  it('deletes children as well, only those in scope', async () => {
    const [inside, outside] = [await Sale.create({ pieces: 1 }), await Sale.create({ pieces: 3 })];
    await Line.bulkCreate([inside, outside].map(({ id }) => ({ saleId: id, amount: 1 })));

    expect(await deleted('integer', outside.id)).toMatchObject({ status: 404, left: 2 });
    expect(await deleted('integer', inside.id)).toMatchObject({ status: 204, left: 1 });
    expect(await Line.count()).toBe(1);
  });

  it('succeeds once of several at the same time', async () => {
    const { id } = await Sale.create({ pieces: 1 });

    const responses = await Promise.all(Array.from({ length: 6 }, () => as('integer')('DELETE', `/sales/${id}`)));

    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
  });

  it('checks If-Match as well', async () => {
    const { id } = await Sale.create({ pieces: 1 });
    const headers = { 'X-User': 'integer', 'If-Match': '"7-x"' };

    expect((await shop.request('DELETE', `/sales/${id}`, undefined, headers)).status).toBe(412);
  });
});
