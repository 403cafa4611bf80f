import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Pair = readonly [client: Socket, server: Socket];

/** A TCP proxy in front of a database server, whose connections can fall silent, as behind a router that forgets them. */
export interface Gateway {
  /** The address of the database by way of the gateway. */
  readonly url: string;
  /** Forwards nothing more on the connections that are open now. New ones work. */
  silence(): void;
  /** Lets new connections fall silent, too, as soon as the server has accepted them, until it is ended. */
  silenceNew(): () => void;
  /** Leads new connections to another database. Those that are open now stay as they are. */
  move(url: string): void;
  stop(): Promise<void>;
}

/** @param port a free one by default */
export async function startGateway(url: string, port = 0): Promise<Gateway> {
  let target = new URL(url);
  const pairs = new Set<Pair>();
  let isSilencingNew = false;
  const server = createServer((client) => {
    const server = connect(Number(target.port || 3306), target.hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    if (isSilencingNew) silenceAccepted(pair);
    client.pipe(server).pipe(client);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    silence() {
      for (const pair of pairs) silence(pair);
    },
    silenceNew() {
      isSilencingNew = true;
      return () => {
        isSilencingNew = false;
      };
    },
    move(other) {
      target = new URL(other);
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await closed;
    },
  };
}

function silence([client, server]: Pair): void {
  client.unpipe(server);
  server.unpipe(client);
  // What arrives is read, and lost.
  for (const socket of [client, server]) socket.resume();
}

/** The server has accepted a connection when it has sent its greeting, and the answer to the credentials. */
function silenceAccepted(pair: Pair): void {
  let answers = 0;
  pair[1].on('data', () => {
    answers++;
    if (answers === 2) setImmediate(silence, pair);
  });
}
