import { Client } from './client';
import { DatabaseMeter } from './database-meter';
import { type Measured, type MeasuredServer, measure } from './measure';
import { printMeasured } from './print-measured';
import { figure, printTable, ratio } from './print-table';
import { verifySameResponses } from './same-responses';
import { type ServerName, ServerProcess } from './server-process';
import type { Settings } from './settings';
import type { TemporaryDatabase } from './temporary-database';
import type { Variant } from './variants/variant';
import { verifyEffect } from './verify-effect';
import { seedCalls, workloadsOf } from './workloads';

/** Our server comes first, because it creates the tables for all. */
const SERVERS: readonly ServerName[] = ['ours', 'handwritten', 'raw'];

/** Measures a variant of the model on all servers, in an empty database, and prints its tables. */
export async function compareServers(
  { kind, url, isServer }: TemporaryDatabase,
  variant: Variant,
  settings: Settings,
): Promise<Measured> {
  const servers: ServerProcess[] = [];
  const meter = isServer ? await DatabaseMeter.open(url) : undefined;
  try {
    for (const name of SERVERS)
      servers.push(await ServerProcess.start(name, url, { ...settings, argument: variant.name }));
    const clients = servers.map(({ address }) => new Client(address));
    const seeded = await seed(clients[0]!);
    await verifySameResponses(clients, seeded[0]!);
    // The raw server has no model.
    for (const client of clients.slice(0, -1)) await verifyEffect(client, variant);
    const measuredServers = servers.map((server, index): MeasuredServer => {
      return { server, client: clients[index]!, workloads: workloadsOf(seeded, settings) };
    });
    const measured = await measure(measuredServers, settings, meter);
    printMeasured(`${kind}, Node ${servers[0]!.node}, model "${variant.name}", client ${settings.load.name}`, measured);
    if (variant.name === 'plain') await compareAuthenticated(url, measuredServers.at(-1)!, seeded, settings);
    for (const client of clients) client.close();
    return measured;
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
      settings,
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
