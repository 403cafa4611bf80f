import { Order, OrderItem, Payment, shop } from '../../support/domain/shop';
import { useSchema } from '../../support/use-schema';

describe('hbm2ddl.auto', () => {
  const schema = useSchema();
  const start = (mode: string) => schema.start(mode, shop);

  const drop = (column: string) => Order.sequelize!.query(`ALTER TABLE orders DROP COLUMN ${column}`);

  it('update creates missing tables and columns, and keeps existing ones', async () => {
    await start('update');
    await new Order({ code: 'A' }).persist();
    await drop('total');

    await start('update');

    expect((await Order.all()).map(({ code, total }) => ({ code, total }))).toEqual([{ code: 'A', total: null }]);
  });

  it('validate stops the start at a missing table or column, with its name and remedy', async () => {
    await expect(start('validate')).rejects.toThrow(
      /^there are 9 mistakes\.(\n- The table \w+ does not exist: .*"hbm2ddl\.auto" to "update"\.){9}$/,
    );
    await start('update');
    await start('validate');
    await drop('total');

    await expect(start('validate')).rejects.toThrow(
      /^Order\.total is stored in the column total, which the table orders does not have \(its columns: id, .*\): add or rename/,
    );
  });

  it('none stops the start at a missing column of an existing table, and lists its columns', async () => {
    await start('update');
    await drop('total');

    await expect(start('none')).rejects.toThrow(
      /^Order\.total is stored in the column total, which the table orders does not have \(its columns: id, created_at, .*\): add or rename/,
    );
  });

  it('create creates all tables anew', async () => {
    await start('create');
    await new Order({ code: 'A' }).persist();

    await start('create');

    expect(await Order.count()).toBe(0);
  });

  it('create-drop drops them when the data source closes; none changes nothing', async () => {
    await start('create-drop');
    await new Order({ code: 'A' }).persist();

    await start('none');

    await expect(Order.count()).rejects.toThrow(/no such table|doesn't exist/);
  });

  it('deletes children with their parent in the schema too, but not roots', async () => {
    await start('create');
    const order = await new Order({ code: 'A' }).persist();
    await new OrderItem({ sku: 'pen', quantity: 1, orderId: order.id }).persist();
    const payment = await new Payment({ amount: '1.00', orderId: order.id }).persist();
    const remove = () => Order.sequelize!.query('DELETE FROM orders');

    await expect(remove()).rejects.toThrow();
    await payment.delete();
    await remove();

    expect(await OrderItem.count()).toBe(0);
  });

  it('converts the names of indexed fields to those of their columns', async () => {
    await start('create');
    const indexes = (await Order.sequelize!.getQueryInterface().showIndex('orders')) as {
      name: string;
      fields: { attribute: string }[];
    }[];

    const [index] = indexes.filter(({ name }) => name === 'orders_by_place');
    expect(index!.fields.map(({ attribute }) => attribute)).toEqual(['placed_at', 'is_gift']);
  });

  it('gives a foreign key the type of the key that it refers to, and an index', async () => {
    await start('create');
    const columns = await Order.sequelize!.getQueryInterface().describeTable('shipments');
    const indexes = (await Order.sequelize!.getQueryInterface().showIndex('shipments')) as {
      fields: { attribute: string }[];
    }[];

    expect(columns.order_item_id!.type).toMatch('BIGINT');
    expect(indexes.map(({ fields }) => fields[0]!.attribute)).toContain('order_item_id');
  });
});
