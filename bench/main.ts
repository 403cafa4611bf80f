import { compareServers } from './compare-servers';
import { measureGrowth } from './growth';
import type { Measured } from './measure';
import { figure, printTable, ratio } from './print-table';
import { printVariants } from './print-variants';
import { measureRouteMatching } from './route-matching';
import { readSettings, type Settings } from './settings';
import { createTemporaryDatabase, type TemporaryDatabase } from './temporary-database';

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings.isGrowth) return inDatabase(settings, (database) => measureGrowth(database, settings));
  const measured = new Map<string, Measured>();
  for (const variant of settings.variants) {
    measured.set(variant.name, await inDatabase(settings, (database) => compareServers(database, variant, settings)));
  }
  if (measured.size > 1) printVariants(measured);
  const matching = [...(await measureRouteMatching())].map(([name, { ours, handwritten }]) => [
    name,
    figure(ours),
    figure(handwritten),
    ratio(ours, handwritten),
  ]);
  printTable(['µs in one process', 'ours', 'one @koa/router', 'ratio'], matching);
}

async function inDatabase<T>(settings: Settings, work: (database: TemporaryDatabase) => Promise<T>): Promise<T> {
  const database = await createTemporaryDatabase(settings.serverUrl);
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
