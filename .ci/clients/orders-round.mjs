// orders-round.mjs ADDRESS GENERATOR…: makes clients of the document that the orders sample serves there, compiles them, and
// does the round with each. It prints what the compiler said, and what each round told.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientsFolder, compileClients, layRound, makeClient, ROUND, runRound } from './clients.mjs';

const [address, ...generators] = process.argv.slice(2);
const folder = await clientsFolder();
try {
  process.stdout.write(JSON.stringify(await seen()));
} finally {
  await rm(folder, { recursive: true });
}

async function seen() {
  const document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${address}/api/orders/openapi.json`)).text());
  for (const generator of generators) {
    await makeClient(generator, document, join(folder, generator));
    await layRound(generator, join(folder, generator));
  }
  const complaints = await compileClients(folder);
  const rounds = {};
  for (const generator of generators) rounds[generator] = await runRound(folder, generator, address);
  return { complaints, rounds, expected: ROUND };
}
