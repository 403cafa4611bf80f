import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes unchanged, and returns everything until the server ends the connection. */
export async function rawRequest(address: string, text: string | readonly Buffer[]): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  for (const part of [text].flat()) socket.write(part);
  await once(socket, 'close');
  return response;
}

/** The status codes of all responses in the text. */
export const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
