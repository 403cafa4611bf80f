import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryTypes } from 'sequelize';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  HasOne,
  Index,
  Model,
  type ModelCtor,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, type DomainClass, type MetadataRegistry, Searchable } from '../../../lib/metadata';
import { BaseDomain, type DataSource, type FromModelsOptions, sqlFileOf } from '../../../lib/persistence';
import { openModels } from '../../support/open-models';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** A set of classes of its own each time, since names of classes may recur. */
interface Change {
  readonly what: string;
  readonly was: () => unknown[];
  readonly becomes: () => unknown[];
  readonly rows: readonly string[];
  /** What is read of the rows afterwards. */
  readonly read: string;
  readonly kept: readonly object[];
  readonly options?: FromModelsOptions;
}

const NOW = "'2026-01-02 03:04:05.000'";
const ORDERS = `INSERT INTO orders (id, code, created_at, updated_at, version) VALUES (7, 'A-7', ${NOW}, ${NOW}, 3)`;

function order(decorate: (prototype: object) => void = () => undefined, table = 'orders'): ModelCtor {
  class Order extends BaseDomain {}
  Column({ type: DataType.STRING(20) })(Order.prototype, 'code');
  decorate(Order.prototype);
  AggregateRoot(Order);
  Table({ tableName: table })(Order);
  return Order;
}

type Decorator = (prototype: never, name: never) => unknown;

const column = (name: string, options: object, ...more: unknown[]) => {
  return (prototype: object) => {
    Column(options as never)(prototype, name);
    for (const decorator of more as Decorator[]) decorator(prototype as never, name as never);
  };
};

function items(decorate: (prototype: object) => void = () => undefined): unknown[] {
  @Table({ tableName: 'order_items' })
  class OrderItem extends BaseDomain {
    @Column(DataType.STRING(10))
    declare sku: string | null;

    @ForeignKey(() => Order)
    @AllowNull(false)
    @Column(DataType.BIGINT)
    declare orderId: number;
  }
  const Order = order((prototype) => HasMany(() => OrderItem)(prototype, 'orderItems'));
  BelongsTo(() => Order)(OrderItem.prototype, 'order');
  decorate(OrderItem.prototype);
  return [Order, OrderItem];
}

function badges(kind: typeof HasMany | typeof HasOne): unknown[] {
  @Table({ tableName: 'badges' })
  class Badge extends BaseDomain {
    @ForeignKey(() => Order)
    @AllowNull(false)
    @Column(DataType.BIGINT)
    declare orderId: number;
  }
  const Order = order();
  kind(() => Badge)(Order.prototype, kind === HasMany ? 'badges' : 'badge');
  BelongsTo(() => Order)(Badge.prototype, 'order');
  return [Order, Badge];
}

/** @param hasOwnKey  whether the join table has a generated key, in place of one of both columns */
function tagged(hasOwnKey = false): unknown[] {
  @Table({ tableName: 'order_tags', timestamps: false })
  class OrderTag extends Model {
    @ForeignKey(() => Order)
    @Column({ type: DataType.BIGINT, primaryKey: !hasOwnKey, allowNull: false })
    declare orderId: number;

    @ForeignKey(() => Tag)
    @Column({ type: DataType.BIGINT, primaryKey: !hasOwnKey, allowNull: false })
    declare tagId: number;
  }
  if (hasOwnKey) Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })(OrderTag.prototype, 'id');
  @AggregateRoot
  @Table({ tableName: 'tags' })
  class Tag extends BaseDomain {
    @Unique
    @Column(DataType.STRING(20))
    declare name: string | null;
  }
  const isTagged = BelongsToMany(
    () => Tag,
    () => OrderTag,
  );
  const Order = order((prototype) => isTagged(prototype, 'tags'));
  return [Order, Tag, OrderTag];
}

/** A class with the columns of `items()`, but without its association. */
function looseItems(): unknown[] {
  @Table({ tableName: 'order_items' })
  class OrderItem extends BaseDomain {
    @Column(DataType.STRING(10))
    declare sku: string | null;

    @AllowNull(false)
    @Column(DataType.BIGINT)
    declare orderId: number;
  }
  AggregateRoot(OrderItem);
  return [order(), OrderItem];
}

const ITEM = `INSERT INTO order_items (id, sku, order_id, created_at, updated_at, version) VALUES (1, 'S', 7, ${NOW}, ${NOW}, 0)`;
const TAG = `INSERT INTO tags (id, name, created_at, updated_at, version) VALUES (2, 'red', ${NOW}, ${NOW}, 0)`;
const LINK = 'INSERT INTO order_tags (order_id, tag_id) VALUES (7, 2)';
const plain = { was: () => [order()], rows: [ORDERS], read: 'SELECT id, code, version FROM orders' };
const kept = [{ id: 7, code: 'A-7', version: 3 }];

const CHANGES: readonly Change[] = [
  { what: 'nothing', ...plain, becomes: () => [order()], kept },
  { what: 'a new column', ...plain, becomes: () => [order(column('note', { type: DataType.TEXT }))], kept },
  {
    what: 'a new column that is never null and has a default',
    ...plain,
    becomes: () => [
      order(column('status', { type: DataType.ENUM('open', 'shipped') }, AllowNull(false), Default('open'))),
    ],
    read: 'SELECT id, code, status FROM orders',
    kept: [{ id: 7, code: 'A-7', status: 'open' }],
  },
  {
    what: 'a new column that is never null and has no default',
    ...plain,
    becomes: () => [order(column('amount', { type: DataType.DECIMAL(10, 2) }, AllowNull(false)))],
    kept,
  },
  {
    what: 'a wider column that is never null any more, with a default',
    ...plain,
    becomes: () => [order(column('code', { type: DataType.STRING(40), allowNull: false, defaultValue: "it's new" }))],
    kept,
  },
  {
    what: 'a narrower column, where that is allowed',
    ...plain,
    becomes: () => [order(column('code', { type: DataType.STRING(10) }))],
    kept,
    options: { allowsLoss: true },
  },
  {
    what: 'a dropped column, where that is allowed',
    was: () => [order(column('note', { type: DataType.TEXT }))],
    becomes: () => [order()],
    rows: [ORDERS],
    read: plain.read,
    kept,
    options: { allowsLoss: true },
  },
  {
    what: 'a renamed column',
    ...plain,
    becomes: () => [order((prototype) => Column({ type: DataType.STRING(20), field: 'number' })(prototype, 'code'))],
    read: 'SELECT id, number FROM orders',
    kept: [{ id: 7, number: 'A-7' }],
    options: { renames: ['orders.code=number'] },
  },
  {
    what: 'a renamed table',
    ...plain,
    becomes: () => [order(undefined, 'purchases')],
    read: 'SELECT id, code FROM purchases',
    kept: [{ id: 7, code: 'A-7' }],
    options: { renames: ['orders=purchases'] },
  },
  {
    what: 'indexes, unique ones too',
    ...plain,
    becomes: () => [order(column('code', DataType.STRING(20), Unique, Index('by_code')))],
    kept,
  },
  {
    what: 'indexes that go',
    was: () => [order(column('code', DataType.STRING(20), Unique, Index('by_code')))],
    becomes: () => [order()],
    rows: [ORDERS],
    read: plain.read,
    kept,
  },
  { what: 'a new table with a foreign key', ...plain, becomes: () => items(), kept },
  { what: 'a join table', ...plain, becomes: () => tagged(), kept },
  {
    what: 'a foreign key on a column that is there',
    was: looseItems,
    becomes: () => items(),
    rows: [ORDERS, ITEM],
    read: 'SELECT sku, order_id FROM order_items',
    kept: [{ sku: 'S', order_id: 7 }],
  },
  {
    what: 'a key of several columns that becomes a generated one',
    was: () => tagged(),
    becomes: () => tagged(true),
    rows: [ORDERS, TAG, LINK],
    read: 'SELECT id, order_id, tag_id FROM order_tags',
    kept: [{ id: 1, order_id: 7, tag_id: 2 }],
  },
  {
    what: 'a generated key that becomes one of several columns',
    was: () => tagged(true),
    becomes: () => tagged(),
    rows: [ORDERS, TAG, LINK],
    read: 'SELECT order_id, tag_id FROM order_tags',
    kept: [{ order_id: 7, tag_id: 2 }],
    options: { allowsLoss: true },
  },
  {
    what: 'a dropped table, where that is allowed',
    was: () => items(),
    becomes: () => [order()],
    rows: [ORDERS, ITEM],
    read: plain.read,
    kept,
    options: { allowsLoss: true },
  },
  {
    what: 'a change of a table that others refer to',
    was: () => items(),
    becomes: () => {
      const [Order, Item] = items() as [DomainClass, DomainClass];
      column('code', { type: DataType.STRING(30), allowNull: false, defaultValue: '' })(Order.prototype as object);
      return [Order, Item];
    },
    rows: [ORDERS, ITEM],
    read: 'SELECT sku, code FROM order_items i JOIN orders o ON o.id = i.order_id',
    kept: [{ sku: 'S', code: 'A-7' }],
  },
  {
    what: 'a collection that becomes a single child',
    was: () => badges(HasMany),
    becomes: () => badges(HasOne),
    rows: [ORDERS],
    read: plain.read,
    kept,
  },
  {
    what: 'a single child that becomes a collection',
    was: () => badges(HasOne),
    becomes: () => badges(HasMany),
    rows: [ORDERS],
    read: plain.read,
    kept,
  },
  {
    what: 'a full-text index',
    ...plain,
    becomes: () => [order((prototype) => Searchable({ fullText: true })(prototype, 'code'))],
    kept,
  },
];

describe('A migration from models', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'koaggregate-migrations-'));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened<T>(
    types: readonly unknown[],
    mode: string | undefined,
    work: (dataSource: DataSource, registry: MetadataRegistry) => Promise<T>,
  ): Promise<T> {
    const { dataSource, registry } = await openModels(database, types, {
      mode,
      migrations: { folder: '.', onStart: false, waitMs: 1000 },
      projectRoot: folder,
      isCompared: mode === undefined,
    });
    try {
      if (mode !== undefined) await dataSource.applySchema(registry.entities);
      return await work(dataSource, registry);
    } finally {
      await dataSource.close();
    }
  }

  const differences = (types: readonly unknown[]) =>
    opened(
      types,
      undefined,
      async (dataSource, { entities }) => (await dataSource.compareSchema(entities)).differences,
    );

  const indexedColumns = (types: readonly unknown[]) =>
    opened(types, undefined, async (dataSource) => {
      const tables = await dataSource.storedTables();
      return new Set(tables.flatMap(({ name, indexes }) => indexes.map(({ columns }) => `${name}: ${columns.join()}`)));
    });

  it.each(CHANGES.map((change): [string, Change] => [change.what, change]))(
    'leads from the models of before to those of now, and back: %s',
    async (what, { was, becomes, rows, read, kept: expected, options }) => {
      const fill = async ({ sequelize }: DataSource) => {
        for (const row of rows) await sequelize.query(row);
      };
      await opened(was(), 'create', fill);
      const before = await indexedColumns(was());

      const written = await opened(becomes(), undefined, async (dataSource, { entities }) => {
        const migration = await dataSource.migrationFromModels(entities, options);
        writeFileSync(join(folder, '1-change.sql'), sqlFileOf(migration.up, migration.down));
        await dataSource.migrations.up();
        const found = await dataSource.sequelize.query(read, { type: QueryTypes.SELECT });
        expect(found).toEqual(expected);
        return migration;
      });

      expect(await differences(becomes())).toEqual([]);
      await opened(was(), undefined, (dataSource) => dataSource.migrations.down());
      expect((await differences(was())).filter(({ severity }) => severity !== 'note')).toEqual([]);
      expect(await indexedColumns(was())).toEqual(before);
      expect(written.up.length > 0).toBe(what !== 'nothing');
    },
  );
});
