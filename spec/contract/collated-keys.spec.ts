import {
  BeforeUpdate,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  HasMany,
  HasOne,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, Invariant, One } from '../../lib/metadata';
import type { Ref } from '../../lib/persistence';
import { IntegerColumn, KeyOf, PrimaryKeyOf, StringColumn } from '../support/columns';
import { prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'suppliers', timestamps: false })
class Supplier extends Model {
  @PrimaryKey @StringColumn(20) declare code: string;
  @Column(DataType.STRING) declare name: string;
  @Collection @HasMany(() => Article, 'supplierCode') declare articles: Article[];
  @Collection({ replace: true }) @HasMany(() => Offer, 'supplierCode') declare offers: Offer[];
  @One @HasOne(() => Address, 'supplierCode') declare address: Address | null;
  @Collection @BelongsToMany(() => Tag, { through: () => SupplierTag }) declare tags: Tag[];

  @Invariant('few', 'There are too many offers and tags.', { load: ['offers', 'tags'] })
  hasFew() {
    return this.offers.length + this.tags.length <= 4;
  }
}

@AggregateRoot
@Table({ tableName: 'articles', timestamps: false })
class Article extends Model {
  @PrimaryKey @IntegerColumn declare id: number;
  @KeyOf(() => Supplier, DataType.STRING(20)) declare supplierCode: string;
  @Column(DataType.STRING) declare name: string;
  @BelongsTo(() => Supplier, 'supplierCode') declare supplier: Ref<Supplier>;
}

/** Read as instances, because of its getter. */
@Table({ tableName: 'offers', timestamps: false })
class Offer extends Model {
  @PrimaryKey @IntegerColumn declare id: number;
  @KeyOf(() => Supplier, DataType.STRING(20)) declare supplierCode: string;
  @Column({
    type: DataType.STRING,
    get(this: Offer) {
      return this.getDataValue('name');
    },
  })
  declare name: string;

  @BeforeUpdate
  static noted() {}
}

@Table({ tableName: 'addresses', timestamps: false })
class Address extends Model {
  @PrimaryKey @IntegerColumn declare id: number;
  @KeyOf(() => Supplier, DataType.STRING(20)) declare supplierCode: string;
  @Column(DataType.STRING) declare city: string;
}

@AggregateRoot
@Table({ tableName: 'tags', timestamps: false })
class Tag extends Model {
  @PrimaryKey @StringColumn(20) declare code: string;
  @Collection @BelongsToMany(() => Supplier, { through: () => SupplierTag }) declare suppliers: Supplier[];
}

@Table({ tableName: 'supplier_tags', timestamps: false })
class SupplierTag extends Model {
  @PrimaryKeyOf(() => Supplier, DataType.STRING(20)) declare supplierCode: string;
  @PrimaryKeyOf(() => Tag, DataType.STRING(20)) declare tagCode: string;
}

@AggregateRoot
@Table({ tableName: 'regions', timestamps: false })
class Region extends Model {
  @PrimaryKey @StringColumn(20) declare code: string;
  @KeyOf(() => Region, DataType.STRING(20)) declare parentCode: string | null;
  @Collection({ nested: false }) @HasMany(() => Region, 'parentCode') declare parts: Region[];
}

const KEY =
  dialect === 'sqlite' ? 'VARCHAR(20) COLLATE NOCASE' : 'VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci';

/** Texts that the collation of the tables does not distinguish from `NEW`. */
const VARIANTS = dialect === 'sqlite' ? ['new', 'New', 'neW'] : ['new', 'New ', 'NÉW'];
const [FIRST, SECOND, THIRD] = VARIANTS as [string, string, string];

const SCHEMA = [
  `CREATE TABLE suppliers (code ${KEY} NOT NULL PRIMARY KEY, name VARCHAR(255))`,
  `CREATE TABLE articles (id INTEGER NOT NULL PRIMARY KEY, supplier_code ${KEY} NOT NULL REFERENCES suppliers (code), name VARCHAR(255))`,
  `CREATE TABLE offers (id INTEGER NOT NULL PRIMARY KEY, supplier_code ${KEY} NOT NULL REFERENCES suppliers (code), name VARCHAR(255))`,
  `CREATE TABLE addresses (id INTEGER NOT NULL PRIMARY KEY, supplier_code ${KEY} NOT NULL REFERENCES suppliers (code), city VARCHAR(255))`,
  `CREATE TABLE tags (code ${KEY} NOT NULL PRIMARY KEY)`,
  `CREATE TABLE supplier_tags (supplier_code ${KEY} NOT NULL, tag_code ${KEY} NOT NULL, PRIMARY KEY (supplier_code, tag_code))`,
  `CREATE TABLE regions (code ${KEY} NOT NULL PRIMARY KEY, parent_code ${KEY} REFERENCES regions (code))`,
];

const ROWS = [
  ...['addresses', 'offers', 'articles', 'supplier_tags', 'tags', 'suppliers'].map((table) => `DELETE FROM ${table}`),
  ...['UPDATE regions SET parent_code = NULL', 'DELETE FROM regions'],
  `INSERT INTO regions VALUES ('NEW', NULL), ('MID', '${FIRST}'), ('LOW', 'mid')`,
  "INSERT INTO suppliers VALUES ('NEW', 'Newton'), ('OLD', 'Olden')",
  `INSERT INTO articles VALUES (1, 'NEW', 'a'), (2, '${FIRST}', 'b'), (3, '${SECOND}', 'c'), (4, 'old', 'd')`,
  `INSERT INTO offers VALUES (1, '${FIRST}', 'a'), (2, '${THIRD}', 'b')`,
  `INSERT INTO addresses VALUES (1, '${THIRD}', 'Rome')`,
  "INSERT INTO tags VALUES ('RED'), ('BLUE')",
  `INSERT INTO supplier_tags VALUES ('${FIRST}', 'red'), ('old', 'Red')`,
];

let database: TestDatabase;
let served: Served;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database.url, SCHEMA);
  served = await serve([Supplier, Article, Offer, Address, Tag, SupplierTag, Region], {
    database,
    properties: { 'hbm2ddl.auto': 'none' },
  });
});
afterAll(async () => {
  await served.stop();
  await database.drop();
});
beforeEach(() => prepare(database.url, ROWS));

async function get(path: string) {
  const { status, body } = await served.request('GET', path);
  expect({ path, status, body }).toMatchObject({ path, status: 200 });
  return body;
}

async function send(method: string, path: string, payload?: object, expected = 200) {
  const { status, body } = await served.request(method, path, payload);
  expect({ path, status, body }).toMatchObject({ path, status: expected });
  return body;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('Foreign keys that refer to a text key by the collation of the table', () => {
  it('have the same children in the route, in lists and below their parents', async () => {
    expect(idsOf(await get('/suppliers/NEW/articles'))).toEqual([1, 2, 3]);
    expect(idsOf((await get('/suppliers/NEW?expand=articles')).articles)).toEqual([1, 2, 3]);
    const [first, second] = await get('/suppliers?expand=articles,offers,address,tags&sort=code');

    expect([idsOf(first.articles), idsOf(second.articles)]).toEqual([[1, 2, 3], [4]]);
    expect([idsOf(first.offers), second.offers]).toEqual([[1, 2], []]);
    expect([first.address, second.address]).toMatchObject([{ city: 'Rome' }, null]);
    expect([first.tags, second.tags]).toEqual([[{ code: 'RED' }], [{ code: 'RED' }]]);
  });

  it('refer to the expanded parent', async () => {
    const found = await get('/articles?expand=supplier&sort=id');

    expect(found.map(({ supplier }: { supplier: { code: string } }) => supplier?.code)).toEqual([
      'NEW',
      'NEW',
      'NEW',
      'OLD',
    ]);
  });

  it('are those of children that nested elements update', async () => {
    const payload = {
      articles: [
        { id: 2, name: 'B' },
        { id: 3, supplier_code: SECOND, name: 'C' },
      ],
      offers: [{ id: 2, name: 'B' }],
      address: { city: 'Oslo' },
      tags: [{ code: 'RED' }, { code: 'BLUE' }],
    };

    await send('PUT', '/suppliers/NEW', payload);

    const stored = await get('/suppliers/NEW?expand=articles,offers,address,tags');
    expect(stored.articles.map(({ name }: Article) => name)).toEqual(['a', 'B', 'C']);
    expect(stored.offers).toMatchObject([{ id: 2, name: 'B' }]);
    expect(stored.address).toMatchObject({ id: 1, city: 'Oslo' });
    expect(stored.tags).toEqual([{ code: 'BLUE' }, { code: 'RED' }]);
  });

  it('are accepted in a payload as they were read', async () => {
    const read = await get('/suppliers/NEW?expand=articles,offers,address,tags');

    await send('PUT', '/suppliers/NEW', read);
    expect(await get('/suppliers/NEW?expand=articles,offers,address,tags')).toEqual(read);
    const article = await get('/suppliers/NEW/articles/2');
    await send('PUT', '/suppliers/NEW/articles/2', article);
  });

  it('lead to the ancestors of a node, which may not get one of its descendants as its parent', async () => {
    for (const parent of ['LOW', 'low', 'mid', SECOND]) {
      const { field_errors } = await send('PUT', '/regions/NEW', { parent_code: parent }, 422);
      expect(field_errors).toMatchObject([{ field: 'parent_code', message: 'would make the Region its own ancestor' }]);
    }
    await send('PUT', '/regions/LOW', { parent_code: FIRST });
  });

  it('are those of children that an invariant counts', async () => {
    const offers = [3, 4].map((id) => ({ id, name: 'c' }));

    await send('POST', '/suppliers/OLD/offers', offers, 201);
    expect(await send('POST', '/suppliers/NEW/offers', [{ id: 5 }, { id: 6 }], 422)).toMatchObject({
      detail: 'There are too many offers and tags.',
    });
  });

  it('are those of children that previews show', async () => {
    const headers = { Prefer: 'preview' };
    const payload = { articles: [{ id: 2, name: 'B' }], tags: [{ code: 'BLUE' }] };
    const { body } = await served.request('PUT', '/suppliers/NEW', payload, headers);

    expect(body).toMatchObject({
      status: 200,
      changes: [
        { path: 'articles[0].name', before: 'b', after: 'B' },
        { path: 'tags[0]', before: null, after: { code: 'BLUE' } },
      ],
    });
  });

  it('are those of links that are removed', async () => {
    await send('DELETE', '/suppliers/NEW/tags/RED', undefined, 204);

    expect(await get('/suppliers/NEW/tags')).toEqual([]);
    expect(await get('/suppliers/OLD/tags')).toEqual([{ code: 'RED' }]);
  });

  it('are compared exactly in paths', async () => {
    expect((await served.request('GET', `/suppliers/${encodeURIComponent(FIRST)}`)).status).toBe(404);
    expect(await get('/suppliers/NEW,new')).toHaveLength(1);
  });
});
