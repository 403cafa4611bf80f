import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { Client } from './client';
import { ServerProcess } from './server-process';
import { readSettings } from './settings';
import { createTemporaryDatabase } from './temporary-database';
import { keyIn } from './workloads';

const MEGABYTE = 1024 * 1024;
const VALUE_BYTES = 64 * MEGABYTE;
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/**
 * Writes a large value and reads it twice, and prints the memory of the server. A database server must accept statements of
 * this length (`max_allowed_packet`).
 */
async function main(): Promise<void> {
  const { serverUrl } = readSettings(process.argv.slice(2), process.env);
  const database = await createTemporaryDatabase(serverUrl);
  const server = await ServerProcess.start('pictures', database.url);
  try {
    const path = await createPicture(server);
    console.log(`A value of ${megabytes(VALUE_BYTES)} on ${database.kind}`);
    await printMemory(server, 'idle', async () => undefined);
    for (const pass of ['first', 'second']) await printMemory(server, `${pass} read`, () => readValue(server, path));
    await printMemory(server, 'write', () => writeValue(server, path));
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** Creates a picture with its value. @returns the path of the value */
async function createPicture(server: ServerProcess): Promise<string> {
  const client = new Client(server.address);
  const picture = await client.expect(201, { method: 'POST', path: '/pictures', content: {} });
  client.close();
  const path = `/pictures/${keyIn(picture.body)}/photo`;
  await writeValue(server, path);
  return path;
}

async function writeValue({ address }: ServerProcess, path: string): Promise<void> {
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': VALUE_BYTES };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(address + path, { method: 'PUT', headers }, resolve).on('error', reject);
    Readable.from(Array.from({ length: VALUE_BYTES / CHUNK.length }, () => CHUNK)).pipe(sent);
  });
  response.resume();
  if (response.statusCode !== 204) throw new Error(`The write returned ${response.statusCode}.`);
}

async function readValue({ address }: ServerProcess, path: string): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address + path, resolve)
      .on('error', reject)
      .end();
  });
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.length;
  if (received !== VALUE_BYTES) throw new Error(`The response has ${received} bytes instead of ${VALUE_BYTES}.`);
}

/** Prints the highest memory during the work, and the memory after it. */
async function printMemory(server: ServerProcess, name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) most = Math.max(most, (await server.memory()).residentBytes);
  await done;
  const { residentBytes } = await server.memory();
  const seconds = (performance.now() - started) / 1000;
  const columns = [`${megabytes(Math.max(most, residentBytes))} at most`, `${megabytes(residentBytes)} after it`];
  console.log(`${name.padEnd(12)}  ${columns.join('  ')}  ${seconds.toFixed(1)} s`);
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
