import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { DataSource } from '../../../lib/persistence';
import { POOL } from '../../support/pool';

describe('A server without TLS', () => {
  let server: Server;
  let received: Buffer[];
  const open = (options: string) =>
    DataSource.open(
      {
        url: `mysql://ann:secret@127.0.0.1:${(server.address() as AddressInfo).port}/shop${options}`,
        pool: POOL,
        providerProperties: {},
      },
      [],
      { projectRoot: __dirname, log: () => undefined },
    );

  beforeEach(async () => {
    received = [];
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        received.push(bytes);
        socket.destroy();
      });
      socket.write(greeting());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each(['?ssl-mode=REQUIRED', '?useSSL=true', '?ssl=true', '?ssl={"rejectUnauthorized":false}'])(
    'stops the start with %s, and gets no credentials',
    async (options) => {
      await expect(open(options)).rejects.toMatchObject({
        code: 'DATABASE_TLS_FAILED',
        message: expect.stringMatching(
          /ann:\*\*\*@.*the server has no TLS, and connections in plain text are not allowed/,
        ),
      });
      expect(received).toEqual([]);
    },
  );

  it('gets them without an option', async () => {
    await expect(open('')).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });

    expect(Buffer.concat(received).toString('latin1')).toContain('ann');
  });
});

/** `CLIENT_CONNECT_WITH_DB`, `CLIENT_PROTOCOL_41`, `CLIENT_SECURE_CONNECTION` and `CLIENT_PLUGIN_AUTH`; no `CLIENT_SSL`. */
const CAPABILITIES = 0x88208;

/** The first packet of a server. */
function greeting(): Buffer {
  const capabilities = Buffer.alloc(4);
  capabilities.writeUInt32LE(CAPABILITIES);
  const payload = Buffer.concat([
    Buffer.from('\x0a10.11.0-MariaDB\0\x01\0\0\0saltsalt\0', 'latin1'),
    capabilities.subarray(0, 2),
    Buffer.from([45, 2, 0]),
    capabilities.subarray(2),
    Buffer.from([21, ...Buffer.alloc(10)]),
    Buffer.from('saltsaltsalt\0mysql_native_password\0', 'latin1'),
  ]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
}
