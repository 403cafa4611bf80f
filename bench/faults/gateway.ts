import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a database server, whose connections can fall silent, as behind a router that forgets them. */
export interface Gateway {
  /** The address of the database by way of the gateway. */
  readonly url: string;
  /** Forwards nothing more on the connections that are open now. New ones work. */
  silence(): void;
  /** Forwards nothing at all, on new connections either, until it is ended: as with a server that is stopped. */
  stall(): () => void;
  stop(): Promise<void>;
}

export async function startGateway(url: string): Promise<Gateway> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  const server = createServer((client) => {
    const target = connect(Number(port || 3306), hostname);
    const pair = [client, target] as const;
    pairs.add(pair);
    if (!isStalled) client.pipe(target).pipe(client);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    silence() {
      for (const [client, target] of pairs) {
        client.unpipe(target);
        target.unpipe(client);
        // What arrives is read, and lost.
        for (const socket of [client, target]) socket.resume();
      }
    },
    stall() {
      isStalled = true;
      for (const [client, target] of pairs) {
        client.unpipe(target).pause();
        target.unpipe(client).pause();
      }
      return () => {
        isStalled = false;
        for (const [client, target] of pairs) client.pipe(target).pipe(client);
      };
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await closed;
    },
  };
}
