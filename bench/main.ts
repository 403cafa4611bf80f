import { Client } from './client';
import { DatabaseMeter } from './database-meter';
import { measureGrowth } from './growth';
import { type MeasuredServer, measure } from './measure';
import { printMeasured } from './print-measured';
import { figure, printTable, ratio } from './print-table';
import { measureRouteMatching } from './route-matching';
import { verifySameResponses } from './same-responses';
import { type ServerName, ServerProcess } from './server-process';
import { readSettings, type Settings } from './settings';
import { createTemporaryDatabase, type TemporaryDatabase } from './temporary-database';
import { seedCalls, workloadsOf } from './workloads';

/** Our server comes first, because it creates the tables for all. */
const SERVERS: readonly ServerName[] = ['ours', 'handwritten', 'raw'];

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  const database = await createTemporaryDatabase(settings.serverUrl);
  try {
    if (settings.isGrowth) return await measureGrowth(database, settings);
    await compareServers(database, settings);
  } finally {
    await database.drop();
  }
  const matching = [...(await measureRouteMatching())].map(([name, { ours, handwritten }]) => [
    name,
    figure(ours),
    figure(handwritten),
    ratio(ours, handwritten),
  ]);
  printTable(['µs in one process', 'ours', 'one @koa/router', 'ratio'], matching);
}

async function compareServers({ kind, url, isServer }: TemporaryDatabase, settings: Settings): Promise<void> {
  const servers: ServerProcess[] = [];
  const meter = isServer ? await DatabaseMeter.open(url) : undefined;
  try {
    for (const name of SERVERS) servers.push(await ServerProcess.start(name, url, settings));
    const clients = servers.map(({ address }) => new Client(address));
    const seeded = await seed(clients[0]!);
    await verifySameResponses(clients, seeded[0]!);
    const measuredServers = servers.map((server, index): MeasuredServer => {
      return { server, client: clients[index]!, workloads: workloadsOf(seeded, settings) };
    });
    printMeasured(`${kind}, Node ${servers[0]!.node}`, await measure(measuredServers, settings.rounds, meter));
    await compareAuthenticated(url, measuredServers.at(-1)!, seeded, settings);
    for (const client of clients) client.close();
  } finally {
    for (const server of servers) await server.stop();
    await meter?.close();
  }
}

/** The cost that a custom filter and authenticator add to a read. */
async function compareAuthenticated(
  url: string,
  raw: MeasuredServer,
  seeded: number[],
  settings: Settings,
): Promise<void> {
  const server = await ServerProcess.start('authenticated', url, settings);
  const client = new Client(server.address);
  try {
    const workloads = workloadsOf(seeded, { scale: 1, only: ['read one'] });
    const measured = await measure(
      [
        { server, client, workloads },
        { ...raw, workloads },
      ],
      settings.rounds,
    );
    const rows = [...measured].map(([name, of]) => {
      const [ours, least] = [of.get('authenticated')!.cpuUs, of.get('raw')!.cpuUs];
      return [name, figure(least), figure(ours), ratio(ours, least)];
    });
    printTable(['with a filter and an authenticator, in µs', 'raw', 'ours', 'ours : raw'], rows);
  } finally {
    client.close();
    await server.stop();
  }
}

async function seed(client: Client): Promise<number[]> {
  const keys: number[] = [];
  for (const call of seedCalls()) {
    const created = JSON.parse((await client.expect(201, call)).body) as readonly { readonly id: number }[];
    keys.push(...created.map(({ id }) => id));
  }
  return keys;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
