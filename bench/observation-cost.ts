import { Client } from './client';
import { type MeasuredServer, measure } from './measure';
import { figure, printTable, ratio } from './print-table';
import { ServerProcess } from './server-process';
import { readSettings, type Settings } from './settings';
import { createTemporaryDatabase } from './temporary-database';
import { keyIn, newOrder, post, SEARCHED_ORDERS, workloadsOf } from './workloads';

const MEASURED = ['read one', 'page of 50', 'create one'];
const SERVERS = ['ours', 'observed'] as const;

/** Compares a server with a log of requests, metrics and an idle tracer with one that has none of them. */
async function main(): Promise<void> {
  const settings = { ...readSettings(process.argv.slice(2), process.env), only: MEASURED };
  const database = await createTemporaryDatabase(settings.serverUrl);
  const servers: MeasuredServer[] = [];
  try {
    const seeded = await seed(database.url);
    for (const name of SERVERS) servers.push(await start(name, database.url, seeded, settings));
    const measured = Object.entries(await measure(servers, settings));
    const rows = measured.map(([name, { ours, observed }]) => {
      const [without, observing] = [ours!.cpuUs, observed!.cpuUs];
      return [name, figure(without), figure(observing), ratio(observing, without)];
    });
    printTable([`CPU in µs, ${database.kind}, Node ${servers[0]!.server.node}`, 'off', 'on', 'on : off'], rows);
  } finally {
    for (const { server, client } of servers) {
      client.close();
      await server.stop();
    }
    await database.drop();
  }
}

async function seed(url: string): Promise<number[]> {
  const server = await ServerProcess.start('ours', url);
  const client = new Client(server.address);
  try {
    const keys: number[] = [];
    for (let order = 0; order < SEARCHED_ORDERS; order++)
      keys.push(keyIn((await client.expect(201, post(newOrder(3)))).body));
    return keys;
  } finally {
    client.close();
    await server.stop();
  }
}

async function start(
  name: (typeof SERVERS)[number],
  url: string,
  seeded: readonly number[],
  settings: Settings,
): Promise<MeasuredServer> {
  // Its log is read and dropped.
  const server = await ServerProcess.start(name, url, { node: settings.node, isSilent: true });
  return { server, client: new Client(server.address), workloads: workloadsOf(seeded, settings) };
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
