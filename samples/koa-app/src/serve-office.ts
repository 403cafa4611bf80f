import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from 'koaggregate';
import { createOffice } from './office';

export interface ServedOffice {
  readonly address: string;
  /** Finishes open requests, then closes the database of the orders. */
  stop(): Promise<void>;
}

/**
 * Starts the orders API before it opens the port, so that no request comes too early.
 *
 * @param port  0 selects a free port
 */
export async function serveOffice(orders: Application, port: number): Promise<ServedOffice> {
  await orders.start();
  const server = createServer(createOffice(orders).callback());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
      await orders.stop();
    },
  };
}
