#!/usr/bin/env node
// run.mjs [GENERATOR…]: generates clients of all samples with every generator, or the given ones, compiles them strictly, and
// sends a round of requests with those of the orders sample. Compile the samples first.
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { clientsFolder, compileClients, GENERATORS, layRound, makeClient, ROUND, runRound } from './clients.mjs';

const { addressIn, printedBy, sampleNames, startSample, stopSample } = createRequire(import.meta.url)(
  '../sample-process.cjs',
);

/** The path of each sample's document. */
const DOCUMENTS = {
  orders: { path: '/api/orders/openapi.json' },
  petclinic: { path: '/api/petclinic/openapi.json' },
  'shopping-cart': { path: '/api/shop/openapi.json' },
  'quick-start': { path: '/api/projects/openapi.json' },
  'koa-app': { path: '/api/api/orders/openapi.json', headers: { Authorization: 'Bearer token-of-ada' } },
};

/** A sample without a domain, and so without a document. */
const WITHOUT_DOCUMENT = 'core-only';

const generators = process.argv.length > 2 ? process.argv.slice(2) : GENERATORS;
const unknown = generators.find((generator) => !GENERATORS.includes(generator));
if (unknown) throw new Error(`Unknown generator "${unknown}". Known generators: ${GENERATORS.join(', ')}.`);

const folder = await clientsFolder();
try {
  for (const name of sampleNames()) if (name !== WITHOUT_DOCUMENT) await checked(name, () => makeClients(name));
  await checked('all of them', compileAll);
  await checked('orders', doRounds);
} finally {
  await rm(folder, { recursive: true });
}

async function checked(name, check) {
  try {
    console.log(`Clients of ${name}: ${await check()}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`Clients of ${name}: FAILED, ${error.message}`);
  }
}

async function makeClients(name) {
  await withSample(name, async (address) => {
    const document = join(folder, `${name}.json`);
    await writeFile(document, await documentOf(name, address));
    for (const generator of generators) await makeClient(generator, document, join(folder, name, generator));
  });
  return `made by ${generators.join(', ')}`;
}

async function documentOf(name, address) {
  if (!DOCUMENTS[name]) throw new Error('where it has its document is missing in this program');
  const { path, headers } = DOCUMENTS[name];
  const response = await fetch(address + path, { headers });
  if (response.status !== 200) throw new Error(`GET ${path} answers ${response.status}`);
  return response.text();
}

async function compileAll() {
  for (const generator of generators) await layRound(generator, join(folder, 'orders', generator));
  const complaints = await compileClients(folder);
  if (complaints.length > 0) throw new Error(`they do not compile\n${complaints.join('\n')}`);
  return 'they compile';
}

async function doRounds() {
  await withSample('orders', async (address) => {
    for (const generator of generators) {
      const told = await runRound(folder, join('orders', generator), address);
      if (told.join('\n') !== ROUND.join('\n')) throw new Error(`${generator} tells\n${told.join('\n')}`);
    }
  });
  return `a round with each\n${ROUND.join('\n')}`;
}

async function withSample(name, act) {
  const sample = await startSample(process.execPath, name, { DB_URL: `sqlite:${join(folder, `${name}.sqlite`)}` });
  try {
    await act(await printedBy(sample, addressIn, 'its address'));
  } finally {
    await stopSample(sample);
  }
}
