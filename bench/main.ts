import { compareServers } from './compare-servers';
import { measureExtras } from './extras';
import { measureGrowth, measureGrowthOfRows } from './growth';
import { figure, printTable, ratio } from './print-table';
import { aroundFigures, conditionsOf, tablesOf, writeFigures } from './report/report';
import { RunsOfVariant } from './report/runs-of-variant';
import { serverTables } from './report/server-tables';
import { print } from './report/table';
import { type Result, Results } from './results';
import { measureRouteMatching } from './route-matching';
import { readSettings, type Settings } from './settings';
import { createTemporaryDatabase, type TemporaryDatabase } from './temporary-database';

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings.isGrowth) return growth(settings);
  if (settings.write !== undefined) aroundFigures(settings.write);
  const results = settings.report === undefined ? await measureAll(settings) : Results.read(settings.report);
  console.log(`${conditionsOf(results)}\n`);
  for (const table of tablesOf(results)) print(table);
  if (settings.write !== undefined) writeFigures(settings.write, results);
  if (settings.report === undefined) await printRouteMatching();
}

/** Each run begins with new servers and databases. The variants take turns, so that a slow minute affects few figures. */
async function measureAll(settings: Settings): Promise<readonly Result[]> {
  const results = new Results(settings.results);
  for (let run = 1; run <= settings.runs; run++) {
    for (const variant of settings.variants) {
      await inDatabase(settings, async (database) => {
        const comparison = await compareServers(database, variant, settings);
        results.add({ run, conditions: conditionsIn(database, comparison.node, settings), ...comparison });
        const measured = results.all.at(-1)!;
        console.log(`run ${run} of ${settings.runs}`);
        for (const table of RunsOfVariant.all([measured]).flatMap(serverTables)) print(table);
      });
    }
    if (!settings.withExtras) continue;
    await inDatabase(settings, async (database) => {
      const { node, extras } = await measureExtras(database, settings);
      results.add({ run, conditions: conditionsIn(database, node, settings), extras });
    });
  }
  return results.all;
}

function conditionsIn({ kind }: TemporaryDatabase, node: string, { load }: Settings): Result['conditions'] {
  return { database: kind, node, load: load.name };
}

async function growth(settings: Settings): Promise<void> {
  for (const variant of settings.variants)
    await inDatabase(settings, (database) => measureGrowthOfRows(database, variant, settings));
  await inDatabase(settings, (database) => measureGrowth(database, settings));
}

async function printRouteMatching(): Promise<void> {
  const matching = [...(await measureRouteMatching())].map(([name, { ours, handwritten }]) => {
    return [name, figure(ours), figure(handwritten), ratio(ours, handwritten)];
  });
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
