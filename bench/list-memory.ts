import { get, type IncomingMessage } from 'node:http';
import { Client } from './client';
import { ServerProcess } from './server-process';
import { readSettings } from './settings';
import { createTemporaryDatabase } from './temporary-database';
import { keyIn } from './workloads';

/** The rows of the list. */
const ROWS = 100_000;
const ROWS_PER_REQUEST = 1000;
const SAMPLES = 10;
const MEGABYTE = 1024 * 1024;

/** Reads a long list, and prints the memory of the server and the event loop delay meanwhile. */
async function main(): Promise<void> {
  const { serverUrl } = readSettings(process.argv.slice(2), process.env);
  const database = await createTemporaryDatabase(serverUrl);
  const server = await ServerProcess.start('ours', database.url);
  try {
    const path = await createRows(server);
    console.log(`A list of ${ROWS} rows on ${database.kind}`);
    for (const pass of ['first', 'second']) await readList(server, path, pass);
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** @returns the path of the list */
async function createRows(server: ServerProcess): Promise<string> {
  const client = new Client(server.address);
  const order = await client.expect(201, {
    method: 'POST',
    path: '/orders',
    content: { code: 'L', customer_email: 'list@example.com', status: 'created' },
  });
  const path = `/orders/${keyIn(order.body)}/order_items`;
  for (let row = 0; row < ROWS; row += ROWS_PER_REQUEST) {
    const content = Array.from({ length: ROWS_PER_REQUEST }, (_, index) => ({ sku: `S-${row + index}`, quantity: 1 }));
    await client.expect(201, { method: 'POST', path, content });
  }
  client.close();
  return path;
}

async function readList(server: ServerProcess, path: string, pass: string): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(server.address + path, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`The list returned ${response.statusCode}.`);
  let received = 0;
  let rows = 0;
  let next = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    rows += chunk.toString('latin1').split('"sku":').length - 1;
    if (rows < next) continue;
    await printSample(server, pass, rows, received);
    next += ROWS / SAMPLES;
  }
  await printSample(server, pass, rows, received);
}

async function printSample(server: ServerProcess, pass: string, rows: number, bytes: number): Promise<void> {
  const { residentBytes, heapBytes, eventLoopDelayMs } = await server.memory();
  const columns = [
    `${rows} rows`,
    `${megabytes(bytes)} received`,
    `${megabytes(residentBytes)} resident`,
    `${megabytes(heapBytes)} heap`,
    `${eventLoopDelayMs.toFixed(0)} ms longest delay`,
  ];
  console.log(`${pass.padEnd(6)}  ${columns.map((column) => column.padStart(18)).join('  ')}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
