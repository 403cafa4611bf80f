import { type Call, Client } from './client';
import { measure } from './measure';
import { figure, printTable } from './print-table';
import { ServerProcess } from './server-process';
import type { Settings } from './settings';
import type { TemporaryDatabase } from './temporary-database';
import type { Variant } from './variants/variant';
import { keyIn, newOrder, post, SEEDED_AT_ONCE, type Workload } from './workloads';

const MEGABYTE = 1024 * 1024;
const PAGES = [10, 100, 1000];
const BULKS = [1, 10, 100, 1000];
const RESOURCES = [1, 10, 100];
const MODELS_OF_AN_APPLICATION = 20;

/** Measures how the cost of a request grows with rows and depth, for a variant of the model. */
export async function measureGrowthOfRows(
  { kind, url }: TemporaryDatabase,
  { name }: Variant,
  settings: Settings,
): Promise<void> {
  const rows = await growthOfRows(url, name, settings);
  printTable([`${kind}, model "${name}", client ${settings.load.name}: CPU per request in µs`, 'ours'], rows);
}

/** Measures how the cost of a request grows with resources, and the cost of a start. */
export async function measureGrowth({ kind, url }: TemporaryDatabase, settings: Settings): Promise<void> {
  const rows = await growthOfResources(url, settings);
  printTable([`${kind}, client ${settings.load.name}: CPU per request in µs`, 'ours'], rows);
  printTable([`An application of ${MODELS_OF_AN_APPLICATION} models`, ''], await startOf(url, settings));
}

async function growthOfRows(url: string, argument: string, settings: Settings): Promise<string[][]> {
  const server = await ServerProcess.start('ours', url, { ...settings, argument });
  const client = new Client(server.address);
  try {
    return await cpuOf(server, client, await rowWorkloads(client, settings), settings);
  } finally {
    client.close();
    await server.stop();
  }
}

async function growthOfResources(url: string, settings: Settings): Promise<string[][]> {
  const rows: string[][] = [];
  for (const size of RESOURCES) {
    const server = await ServerProcess.start('generated', url, { ...settings, argument: String(size) });
    const client = new Client(server.address);
    try {
      const path = `/resource${size - 1}s`;
      const created = await client.expect(201, { method: 'POST', path, content: { title: 'One' } });
      const read = reading(`read one of ${size} resources`, 1000 * settings.scale, `${path}/${keyIn(created.body)}`);
      rows.push(...(await cpuOf(server, client, [read], settings)));
    } finally {
      client.close();
      await server.stop();
    }
  }
  return rows;
}

/** The second start finds existing tables, like restarts in production. */
async function startOf(url: string, settings: Settings): Promise<string[][]> {
  const options = { ...settings, argument: String(MODELS_OF_AN_APPLICATION) };
  await (await ServerProcess.start('generated', url, options)).stop();
  const begun = performance.now();
  const server = await ServerProcess.start('generated', url, options);
  const startMs = performance.now() - begun;
  const { residentBytes } = await server.memory();
  await server.stop();
  return [
    ['from the start of the process until it listens', `${startMs.toFixed(0)} ms`],
    ['resident memory then', `${(residentBytes / MEGABYTE).toFixed(0)} MB`],
  ];
}

async function cpuOf(
  server: ServerProcess,
  client: Client,
  workloads: readonly Workload[],
  settings: Settings,
): Promise<string[][]> {
  const measured = await measure([{ server, client, workloads }], settings);
  return Object.entries(measured).map(([name, of]) => [name, figure(of[server.name]!.cpuUs)]);
}

async function rowWorkloads(client: Client, { scale }: Settings): Promise<Workload[]> {
  for (let row = 0; row < Math.max(...PAGES); row += SEEDED_AT_ONCE) {
    await client.expect(201, post(Array.from({ length: SEEDED_AT_ONCE }, () => newOrder())));
  }
  const deep = await client.expect(201, post(deepOrder(10)));
  const path = `/orders/${keyIn(deep.body)}`;
  const [item] = (JSON.parse(deep.body) as { order_items: { id: number }[] }).order_items;
  return [
    ...PAGES.map((size) => reading(`page of ${size}`, (10_000 / size) * scale, `/orders?page=1&per_page=${size}`)),
    reading('one, depth 1', 500 * scale, path),
    reading('one with 10 items, depth 2', 500 * scale, `${path}?expand=order_items`),
    reading('and 10 shipments, depth 3', 500 * scale, `${path}?expand=order_items,order_items.shipments`),
    reading('shipments of an item', 500 * scale, `${path}/order_items/${item!.id}/shipments`),
    ...BULKS.map((size) => creating(size, Math.max(10, 2000 / size) * scale)),
  ];
}

function reading(name: string, count: number, path: string): Workload {
  return { name, kind: 'read', count: Math.ceil(count), status: 200, next: (): Call => ({ method: 'GET', path }) };
}

function creating(size: number, count: number): Workload {
  const next = () => post(Array.from({ length: size }, () => newOrder()));
  return { name: `create ${size}`, kind: 'create', count: Math.ceil(count), status: 201, next };
}

function deepOrder(items: number): unknown {
  const order_items = Array.from({ length: items }, (_, index) => {
    return { sku: `SKU-${index}`, quantity: 1, shipments: [{ carrier: 'Northpost' }] };
  });
  return { ...newOrder(), order_items };
}
