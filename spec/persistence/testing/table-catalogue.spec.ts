import { dialectNamed } from '../../../lib/persistence/dialects/dialect-of';
import { filledAmong } from '../../../lib/persistence/testing/table-catalogue';
import { Order, shop } from '../../support/domain/shop';
import { openStore } from '../../support/open-store';
import { dialect } from '../../support/test-database';

describe('The tables that have rows', () => {
  it('are found among more tables than SQLite joins by one UNION', async () => {
    const open = await openStore(shop);
    await Order.create({ code: 'A-1', total: '1.00' });
    const { connectionManager } = Order.sequelize!;
    const connection = await connectionManager.getConnection({ type: 'read' });
    const names = [...new Array(1100).fill('products'), 'orders'];

    const filled = await filledAmong(dialectNamed(dialect), connection, names);

    connectionManager.releaseConnection(connection);
    await open.close();
    expect(filled).toEqual(['orders']);
  });
});
