import { DataTypes, Model, Sequelize } from 'sequelize';
import { AllowNull, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Application, BaseDomain, describeModel } from '../../lib';
import { type Served, serve } from '../support/serve-shop';

@Table
class OrderItem extends BaseDomain {
  @AllowNull(false) @Column(DataType.STRING(20)) declare sku: string;
  @Column(DataType.INTEGER) declare orderId: number;
}

@AggregateRoot
@Table
class Order extends BaseDomain {
  @AllowNull(false) @Column(DataType.STRING(20)) declare code: string;
  @HasMany(() => OrderItem, 'orderId') declare orderItems: OrderItem[];

  @Action({ value: 'rename' })
  rename(newCode: string): Promise<this> {
    return this.update({ code: newCode });
  }

  @Action({ value: 'relabel', path: 'orderItems' })
  relabel(orderItem: OrderItem, newSku: string): Promise<OrderItem> {
    return orderItem.update({ sku: newSku });
  }
}

/** The same classes as a minifier leaves them, with the names that the model gives. */
@Table({ modelName: 'OrderItem' })
class t extends BaseDomain {
  @AllowNull(false) @Column(DataType.STRING(20)) declare sku: string;
  @Column(DataType.INTEGER) declare orderId: number;
}

@AggregateRoot
@Table({ modelName: 'Order' })
class a extends BaseDomain {
  @AllowNull(false) @Column(DataType.STRING(20)) declare code: string;
  @HasMany(() => t, 'orderId') declare orderItems: t[];

  @Action({ value: 'rename', parameters: ['new_code'] })
  rename(e: string): Promise<this> {
    return this.update({ code: e });
  }

  @Action({ value: 'relabel', path: 'orderItems', parameters: ['orderItem', 'newSku'] })
  relabel(n: t, e: string): Promise<t> {
    return n.update({ sku: e });
  }
}

const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });
afterAll(() => sequelize.close());

/** Classes without decorators, of which a minifier has renamed the root and what its methods take. */
function plainModels() {
  class b extends Model {
    rename(e: string): Promise<this> {
      return this.update({ code: e });
    }
    relabel(n: Model, e: string): Promise<Model> {
      return n.update({ sku: e });
    }
  }
  b.init({ code: { type: DataTypes.STRING(20), allowNull: false } }, { sequelize, tableName: 'Orders' });
  const item = sequelize.define('c', { sku: { type: DataTypes.STRING(20), allowNull: false } });
  b.hasMany(item, { as: 'orderItems', foreignKey: 'orderId' });
  return [b, item] as const;
}

const warnings: string[] = [];
class ShopApplication extends Application {
  constructor(options: object) {
    const logger = { info: () => undefined, warn: (line: string) => void warnings.push(line), error: console.error };
    super({ ...options, logger });
  }
}

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
  warnings.length = 0;
});

const start = async (types: readonly unknown[]) => {
  served = await serve(types, { Class: ShopApplication });
};

/** What the API shows of the names, and the results of requests by them. */
async function shown(types: readonly unknown[]) {
  await start(types);
  const { request } = served!;
  const created = await request('POST', '/orders', { code: 'first', order_items: [{ sku: 'pen' }] });
  const missing = await request('GET', '/orders/99');
  const renamed = await request('PUT', '/orders/1/rename', { new_code: 'second' });
  const relabelled = await request('PUT', '/orders/1/order_items/1/relabel', { new_sku: 'ink' });
  const { body: document } = await request('GET', '/api/shop/openapi.json');
  const { body: routes } = await request('GET', '/admin/routes');
  expect([created, missing, renamed, relabelled].map(({ status }) => status)).toEqual([201, 404, 200, 200]);
  expect([renamed.body.code, relabelled.body.sku]).toEqual(['second', 'ink']);
  return { detail: missing.body.detail, document, routes };
}

describe('A model with given names', () => {
  it('has the API of the model before a minifier, and the same tables', async () => {
    const before = await shown([Order, OrderItem]);
    const tables = [Order.getTableName(), OrderItem.getTableName()];
    await served!.stop();

    expect(await shown([a, t])).toEqual(before);
    expect([a.getTableName(), t.getTableName()]).toEqual(tables);
    expect(warnings).toEqual([]);
  });

  it('has them by describeModel as well', async () => {
    const [root, item] = plainModels();
    const actions = {
      rename: { parameters: { newCode: String } },
      relabel: { path: 'orderItems', parameters: { orderItem: item, newSku: String } },
    };
    describeModel(root, { name: 'Order', root: true, actions });
    describeModel(item, { name: 'OrderItem' });

    const { detail, document } = await shown([root, item]);

    expect(detail).toBe('No Order with id "99" was found.');
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Order', 'OrderItem', 'RenameOrderArguments', 'RelabelOrderOrderItemArguments']),
    );
    expect(document.tags.map(({ name }: { readonly name: string }) => name)).toContain('Order');
    expect(warnings).toEqual([]);
    await served!.stop();
    served = undefined;
    expect([root.name, item.name]).toEqual(['b', 'c']);
  });
});

describe('A model that a minifier has renamed', () => {
  it('does not start if class and parameter are short', async () => {
    @AggregateRoot
    @Table({ tableName: 'orders' })
    class e extends BaseDomain {
      @Column(DataType.STRING(20)) declare code: string;

      @Action({ value: 'rename' })
      rename(n: string): Promise<this> {
        return this.update({ code: n });
      }
    }

    await expect(start([e])).rejects.toThrow(
      'The class e looks renamed by a minifier, and so does the parameter "n" of its action rename: ',
    );
  });

  it('starts with a warning if the class alone is short, or the parameter alone', async () => {
    @AggregateRoot
    @Table
    class Tv extends BaseDomain {
      @Column(DataType.STRING(20)) declare code: string;
    }
    @AggregateRoot
    @Table
    class Point extends BaseDomain {
      @Action({ value: 'move' })
      move(x: number): number {
        return x;
      }
    }
    await start([Tv, Point]);

    expect(warnings).toEqual([
      expect.stringContaining('The class Tv may have been renamed by a minifier'),
      expect.stringContaining('The parameter "x" of Point.move may have been renamed by a minifier'),
    ]);
  });
});
