import {
  AllowNull,
  BelongsTo,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, Hidden, Searchable } from '../../lib/metadata';
import { serve, useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'buyers', timestamps: false })
class Buyer extends Model {
  @PrimaryKey
  @Column(DataType.INTEGER)
  declare id: number;

  @Searchable
  @Column(DataType.STRING(20))
  declare name: string | null;
}

@AggregateRoot({ keyed: false })
@Table({ tableName: 'purchases', timestamps: false })
class Purchase extends Model {
  @Searchable
  @PrimaryKey
  @ForeignKey(() => Buyer)
  @Column(DataType.INTEGER)
  declare buyerId: number;

  @PrimaryKey
  @Column(DataType.INTEGER)
  declare lineNo: number;

  @Searchable
  @Column(DataType.STRING(10))
  declare sku: string | null;

  @Hidden
  @Column(DataType.STRING(10))
  declare remark: string | null;

  @BelongsTo(() => Buyer, { foreignKey: 'buyerId', onDelete: 'CASCADE' })
  declare buyer: Buyer;
}

/** A view whose rows have no key, and some of which are equal. */
@AggregateRoot({ keyed: false })
@Table({ tableName: 'sold_skus', timestamps: false })
class SoldSku extends Model {
  @Searchable
  @Column(DataType.STRING(10))
  declare sku: string | null;

  @Column(DataType.JSON)
  declare facts: unknown;
}

/** A view with a column that is called as Sequelize calls a key. */
@AggregateRoot({ keyed: false })
@Table({ tableName: 'buyer_skus', timestamps: false })
class BuyerSku extends Model {
  @AllowNull
  @Column(DataType.INTEGER)
  declare id: number | null;

  @Column(DataType.STRING(10))
  declare sku: string | null;
}

const TYPES = [Buyer, Purchase, SoldSku, BuyerSku];
const LINES = 1203;
const line = (buyer: number, no: number) => `(${buyer}, ${no}, 'S${no % 5}', 'secret')`;
const SCHEMA = [
  'CREATE TABLE buyers (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(20))',
  `CREATE TABLE purchases (buyer_id INTEGER NOT NULL, line_no INTEGER NOT NULL, sku VARCHAR(10), remark VARCHAR(10),
   PRIMARY KEY (buyer_id, line_no), FOREIGN KEY (buyer_id) REFERENCES buyers (id) ON DELETE CASCADE)`,
  `CREATE VIEW sold_skus AS SELECT sku, ${dialect === 'sqlite' ? 'NULL' : 'CAST(NULL AS CHAR)'} AS facts FROM purchases WHERE buyer_id = 3`,
  'CREATE VIEW buyer_skus AS SELECT buyer_id AS id, sku FROM purchases WHERE buyer_id < 3',
  "INSERT INTO buyers VALUES (1, 'Ada'), (2, 'Ben'), (3, 'Cy'), (4, 'Di')",
  "INSERT INTO purchases VALUES (2, 2, 'B', 'secret'), (1, 2, 'A', 'secret'), (2, 1, 'A', 'secret'), (1, 10, NULL, NULL)",
  `INSERT INTO purchases VALUES ${Array.from({ length: LINES }, (_, index) => line(3, index + 1)).join(', ')}`,
  "INSERT INTO purchases VALUES (4, 1, 'D', NULL)",
];

beforeAll(() => {
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation();
});
afterAll(() => jest.restoreAllMocks());

describe('A root with keyed: false', () => {
  const { request, read } = useServed(TYPES, { schema: SCHEMA, properties: { 'hbm2ddl.auto': 'validate' } });
  const keys = async (path: string) =>
    (await read(path)).map((row: { buyer_id: number; line_no: number }) => `${row.buyer_id}.${row.line_no}`);

  it('is listed in the order of all columns of its key, which are ordinary fields', async () => {
    const [first] = await read('/purchases');

    expect(first).toEqual({ buyer_id: 1, line_no: 2, sku: 'A' });
    expect((await keys('/purchases')).slice(0, 5)).toEqual(['1.2', '1.10', '2.1', '2.2', '3.1']);
    expect(new Set(await keys('/purchases')).size).toBe(5 + LINES);
    expect((await keys('/purchases?buyer_id=3')).slice(998, 1003)).toEqual([
      '3.999',
      '3.1000',
      '3.1001',
      '3.1002',
      '3.1003',
    ]);
  });

  it('is searched, also through its references, sorted, and shown in part', async () => {
    expect(await keys('/purchases?sku=A')).toEqual(['1.2', '2.1']);
    expect(await keys('/purchases?buyer.name=Ben&sort=-line_no')).toEqual(['2.2', '2.1']);
    expect(await keys('/purchases?buyer_id[lt]=3&sort=sku')).toEqual(['1.10', '1.2', '2.1', '2.2']);
    expect(await read('/purchases?sku=B&include=sku')).toEqual([{ sku: 'B' }]);
    expect(await read('/purchases?sku=B&exclude=sku,line_no')).toEqual([{ buyer_id: 2 }]);
    expect(await read('/purchases?sku=B&expand=buyer')).toEqual([
      { buyer_id: 2, line_no: 2, sku: 'B', buyer: { id: 2, name: 'Ben' } },
    ]);
  });

  it('is paged by number and by cursor', async () => {
    const page = await read('/purchases?buyer_id[lt]=3&page=2&per_page=3');
    const pages: string[] = [];
    for (let next = '/purchases?buyer_id[lt]=3&sort=sku&per_page=1&after='; next; ) {
      const { body, headers } = await request('GET', next);
      pages.push(...body.map((row: { sku: string | null; line_no: number }) => `${row.sku} ${row.line_no}`));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    }

    expect(page).toMatchObject({ page: 2, total: 4, count: 1, data: [{ buyer_id: 2, line_no: 2 }] });
    expect(pages).toEqual(['null 10', 'A 2', 'A 1', 'B 2']);
  });

  it('has no routes with a key, and none that write', async () => {
    const statuses = async (path: string) => {
      const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'POST'];
      return Promise.all(
        methods.map(async (method) => (await request(method, path, method === 'GET' ? undefined : {})).status),
      );
    };
    const { body } = await request('GET', '/admin/routes/purchases');

    expect(await statuses('/purchases/1')).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses('/purchases')).toEqual([200, 405, 405, 405, 405]);
    expect(body.map(({ method, path, name }: Record<string, string>) => [method, path, name])).toEqual([
      ['GET', '/purchases', 'listPurchases'],
    ]);
  });

  it('keeps the delete rule of its table when what it refers to is deleted', async () => {
    const { status } = await request('DELETE', '/buyers/4');

    expect(status).toBe(204);
    expect(await keys('/purchases?buyer_id[gt]=3')).toEqual([]);
    expect(await keys('/purchases?buyer_id[lt]=3')).toEqual(['1.2', '1.10', '2.1', '2.2']);
  });

  it('is written by code, a row at a time and by criteria', async () => {
    await Buyer.create({ id: 9 });
    const row = await Purchase.create({ buyerId: 9, lineNo: 1, sku: 'X' });
    await Purchase.create({ buyerId: 9, lineNo: 2, sku: 'X' });
    await row.update({ sku: 'Y' });
    const updated = await read('/purchases?buyer_id=9');
    await Purchase.update({ sku: 'Z' }, { where: { buyerId: 9, lineNo: 2 } });
    await row.destroy();

    expect(updated.map(({ sku }: { sku: string }) => sku)).toEqual(['Y', 'X']);
    expect(await read('/purchases?buyer_id=9')).toEqual([{ buyer_id: 9, line_no: 2, sku: 'Z' }]);
    await Purchase.destroy({ where: { buyerId: 9 } });
    expect(await keys('/purchases?buyer_id=9')).toEqual([]);
  });

  it('is a view without a key: all rows, also equal ones, in the order of all columns', async () => {
    const skus = (await read('/sold_skus')).map(({ sku }: { sku: string }) => sku);
    const { body: third } = await request('GET', '/sold_skus?page=3&per_page=100');
    const { status, body } = await request('GET', '/sold_skus?after=');

    expect(skus).toEqual(Array.from({ length: LINES }, (_, index) => `S${(index + 1) % 5}`).sort());
    expect(third).toMatchObject({ total: LINES, count: 100 });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('SoldSku, whose rows have no key: use page')]);
    expect(await read('/buyer_skus')).toEqual([
      ...[
        { id: 1, sku: null },
        { id: 1, sku: 'A' },
      ],
      ...[
        { id: 2, sku: 'A' },
        { id: 2, sku: 'B' },
      ],
    ]);
  });
});

describe('A delete of what a root with keyed: false refers to', () => {
  @AggregateRoot({ keyed: false })
  @Table({ tableName: 'ratings', timestamps: false })
  class Rating extends Model {
    @PrimaryKey
    @Column(DataType.INTEGER)
    declare film: number;

    @PrimaryKey
    @ForeignKey(() => Buyer)
    @Column(DataType.INTEGER)
    declare buyerId: number;

    @BelongsTo(() => Buyer, { foreignKey: 'buyerId', onDelete: 'CASCADE' })
    declare buyer: Buyer;
  }

  const statuses = async (rule: string) => {
    const schema = [
      'CREATE TABLE buyers (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(20))',
      `CREATE TABLE ratings (film INTEGER NOT NULL, buyer_id INTEGER NOT NULL, PRIMARY KEY (film, buyer_id)${rule})`,
      "INSERT INTO buyers VALUES (1, 'Ada'), (2, 'Ben')",
      'INSERT INTO ratings VALUES (7, 1), (7, 2), (8, 2)',
    ];
    const { request, stop } = await serve([Buyer, Rating], { schema, properties: { 'hbm2ddl.auto': 'validate' } });
    const { status } = await request('DELETE', '/buyers/1');
    const { body } = await request('GET', '/ratings');
    await stop();
    return [status, body.map((row: Record<string, number>) => `${row.film}.${row.buyer_id}`)];
  };

  it('deletes those rows alone that the foreign key of the database deletes', async () => {
    const key = ', FOREIGN KEY (buyer_id) REFERENCES buyers (id) ON DELETE CASCADE';

    expect(await statuses(key)).toEqual([204, ['7.2', '8.2']]);
  });

  it('is 409 if the database has no foreign key', async () => {
    expect(await statuses('')).toEqual([409, ['7.1', '7.2', '8.2']]);
  });
});

describe('A root with keyed: false whose table is created', () => {
  it('has a primary key of several columns, which equals the class', async () => {
    const { request, stop } = await serve([Buyer, Purchase], { properties: { 'hbm2ddl.auto': 'create' } });
    const { status, body } = await request('GET', '/purchases');
    await stop();

    expect([status, body]).toEqual([200, []]);
  });
});

describe('The start with a class whose primary key has several columns', () => {
  it('names the class and the way out, without the mark', async () => {
    @AggregateRoot
    @Table({ tableName: 'seats', timestamps: false })
    class Seat extends Model {
      @PrimaryKey
      @Column(DataType.INTEGER)
      declare row: number;

      @PrimaryKey
      @Column(DataType.INTEGER)
      declare number: number;
    }

    await expect(serve([Seat])).rejects.toThrow(
      'Seat has a primary key of several columns (row, number), and a path names an entity by one value: mark Seat with @AggregateRoot({ keyed: false })',
    );
  });

  it('rejects writes of a class with the mark, and collections of it', async () => {
    @AggregateRoot({ keyed: false, create: true })
    @Table({ tableName: 'berths', timestamps: false })
    class Berth extends Model {
      @PrimaryKey
      @ForeignKey(() => Ship)
      @Column(DataType.INTEGER)
      declare shipId: number;

      @PrimaryKey
      @Column(DataType.INTEGER)
      declare number: number;
    }

    @AggregateRoot
    @Table({ tableName: 'ships', timestamps: false })
    class Ship extends Model {
      @HasMany(() => Berth, 'shipId')
      declare berths: Berth[];
    }

    const started = serve([Berth, Ship]);

    await expect(started).rejects.toThrow(
      'Berth is marked keyed: false, so its rows are only listed and searched, and has create: true',
    );
    await expect(started).rejects.toThrow('Ship.berths is an association that needs a key of Berth');
  });
});
