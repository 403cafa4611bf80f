import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const EACH_MS = 20;
const STEP_MS = 500;
const STEP_BYTES = 1024;
const BODY_BYTES = 200;

/** Connections whose clients are slow: half of them read pages of 1,000 rows in small pieces, half send a body byte by byte. */
export class SlowClients {
  readonly #sockets: Socket[] = [];
  readonly #timers: NodeJS.Timeout[] = [];

  static async open(address: string, count: number): Promise<SlowClients> {
    const slow = new SlowClients();
    const { hostname, port } = new URL(address);
    for (let one = 0; one < count; one++) {
      const socket = connect(Number(port), hostname);
      slow.#sockets.push(socket);
      socket.on('error', () => undefined);
      slow.#timers.push(one % 2 === 0 ? readSlowly(socket, hostname) : sendSlowly(socket, hostname));
      await setTimeout(EACH_MS);
    }
    return slow;
  }

  get open(): number {
    return this.#sockets.filter(({ destroyed }) => !destroyed).length;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** The kernel keeps no more for it than a few pages, of which several are requested at once. */
function readSlowly(socket: Socket, host: string): NodeJS.Timeout {
  socket.pause();
  const head = `GET /orders?page=1&per_page=1000 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  socket.write(head);
  return setInterval(() => void socket.read(STEP_BYTES), STEP_MS);
}

function sendSlowly(socket: Socket, host: string): NodeJS.Timeout {
  socket.resume();
  socket.write(
    `POST /orders HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n{`,
  );
  return setInterval(() => void (socket.writable && socket.write(' ')), STEP_MS);
}
