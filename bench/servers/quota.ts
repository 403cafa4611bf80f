import { Order } from '../domain/order';
import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

/** The parts of Sequelize and its connections that its types leave out. */
interface Internals {
  readonly connectionManager: { getConnection(wanted: object): Promise<Connection> };
}

interface Connection {
  run(sql: string, done: (error: Error | null) => void): void;
}

/** Like "defaults", on SQLite, with the most pages that the file may have as a further message of the parent. */
void startShop(process.argv[2]!, { pool: {} }).then((container) => {
  const { connectionManager } = Order.sequelize as unknown as Internals;
  const open = connectionManager.getConnection.bind(connectionManager);
  let maxPages: number | undefined;
  connectionManager.getConnection = async (wanted) => {
    const connection = await open(wanted);
    if (maxPages !== undefined) await run(connection, `PRAGMA max_page_count = ${maxPages}`);
    return connection;
  };
  process.on('message', (message: { readonly maxPages?: number }) => {
    maxPages = message.maxPages ?? maxPages;
  });
  replyToParent(container.addresses[0]!, () => container.stop());
});

function run(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.run(sql, (error) => (error ? reject(error) : resolve()));
  });
}
