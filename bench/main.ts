import { Client } from './client';
import { type Contestant, measure } from './measure';
import { printTable } from './print-table';
import { measureRouteMatching } from './route-matching';
import { verifySameAnswers } from './same-answers';
import { keyIn, scenariosOf, seedCalls } from './scenarios';
import { ServerProcess } from './server-process';
import { readSettings, type Settings } from './settings';
import { createTemporaryDatabase } from './temporary-database';

const SEEDED_ORDERS = 20;

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  const database = await createTemporaryDatabase(settings.serverUrl);
  try {
    await compareServers(database.kind, database.url, settings);
  } finally {
    await database.drop();
  }
  printTable('in one process', 'µs', await measureRouteMatching());
}

async function compareServers(kind: string, url: string, settings: Settings): Promise<void> {
  const servers: ServerProcess[] = [];
  try {
    // Ours comes first: it creates the tables.
    servers.push(await ServerProcess.start('ours', url, settings.profileDir));
    servers.push(await ServerProcess.start('handwritten', url, settings.profileDir));
    const clients = servers.map(({ address }) => new Client(address));
    const seeded = await seed(clients[0]!);
    await verifySameAnswers(clients[0]!, clients[1]!, seeded[0]!);
    const contestants = servers.map((server, index): Contestant => {
      return { server, client: clients[index]!, scenarios: scenariosOf(seeded, settings) };
    });
    printTable(`CPU a request on ${kind}`, 'µs', await measure(contestants, settings.rounds));
    for (const client of clients) client.close();
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function seed(client: Client): Promise<number[]> {
  const keys: number[] = [];
  for (const call of seedCalls(SEEDED_ORDERS)) keys.push(keyIn((await client.expect(201, call)).body));
  return keys;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
