import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client';
import { printTable } from './print-table';
import { ServerProcess } from './server-process';
import type { Counted } from './servers/reply-to-parent';
import { createTemporaryDatabase } from './temporary-database';
import { VARIANTS } from './variants/variants';
import { keyIn, newOrder, post, SEARCHED_ORDERS, type Workload, workloadsOf } from './workloads';

/** The limits per request of a workload, in figures that do not depend on the machine. */
interface Bound {
  readonly functions: number;
  readonly statements: number;
}

const WARMING_UP = 20;
const COUNTED = 6;
const KILOBYTE = 1024;
const BOUNDS_FILE = join(__dirname, '..', 'bounds.json');

/** By the name of a variant and of a workload. */
type Bounds = Readonly<Record<string, Readonly<Record<string, Bound>> | undefined>>;

/** Counts functions and statements of one request per variant and workload, and fails if they exceed bench/bounds.json. */
async function main(): Promise<void> {
  const bounds = JSON.parse(readFileSync(BOUNDS_FILE, 'utf8')) as Bounds;
  for (const { name } of VARIANTS) report(name, await countVariant(name), bounds[name]);
}

async function countVariant(variant: string): Promise<ReadonlyMap<string, Counted>> {
  const database = await createTemporaryDatabase();
  const server = await ServerProcess.start('counted', database.url, { argument: variant });
  try {
    return await countAll(server, new Client(server.address));
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function countAll(server: ServerProcess, client: Client): Promise<ReadonlyMap<string, Counted>> {
  const seeded: number[] = [];
  for (let order = 0; order < SEARCHED_ORDERS; order++)
    seeded.push(keyIn((await client.expect(201, post(newOrder(3)))).body));
  const counted = new Map<string, Counted>();
  for (const workload of workloadsOf(seeded, { scale: 1, only: [] })) {
    for (let request = 0; request < WARMING_UP; request++) await send(client, workload);
    counted.set(workload.name, await countOne(server, client, workload));
  }
  client.close();
  return counted;
}

/** Counts several requests and returns the lowest count, because a timer of the server may fire during a request. */
async function countOne(server: ServerProcess, client: Client, workload: Workload): Promise<Counted> {
  const counted: Counted[] = [];
  for (let request = 0; request < COUNTED; request++) {
    await server.count();
    await send(client, workload);
    counted.push(await server.counted());
  }
  return counted.reduce((fewest, one) => (one.functions < fewest.functions ? one : fewest));
}

async function send(client: Client, workload: Workload): Promise<void> {
  const response = await client.expect(workload.status, workload.next());
  workload.keep?.(response.body);
}

function report(variant: string, counted: ReadonlyMap<string, Counted>, bounds: Bounds[string]): void {
  const rows = [...counted].map(([name, { functions, calls, files, statements, allocatedBytes }]) => [
    name,
    ...[functions, calls, files, statements].map(String),
    (allocatedBytes / KILOBYTE).toFixed(0),
  ]);
  printTable(
    [`one request on SQLite, model "${variant}"`, 'functions', 'calls', 'files', 'statements', 'KB allocated'],
    rows,
  );
  const violations = [...counted].flatMap(([name, figures]) =>
    violationsOf(`${variant}, ${name}`, figures, bounds?.[name]),
  );
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}

function violationsOf(name: string, counted: Counted, bound?: Bound): string[] {
  if (!bound) return [`${name} has no limit: add it to bench/bounds.json.`];
  return (['functions', 'statements'] as const)
    .filter((unit) => counted[unit] > bound[unit])
    .map((unit) => `${name}: ${counted[unit]} ${unit}; bench/bounds.json allows ${bound[unit]}.`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
