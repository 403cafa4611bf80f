#!/usr/bin/env node
// run.mjs [GENERATOR…]: generates clients of all samples with every generator, or the given ones, compiles them strictly, and
// sends a round of requests with those of the orders sample. Compile the samples first.
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { clientsFolder, compileClients, GENERATORS, layRound, makeClient, ROUND, runRound } from './clients.mjs';
import { documentOf, withSample } from './documents.mjs';

const { sampleNames } = createRequire(import.meta.url)('../sample-process.cjs');

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
  await withSample(name, folder, async (address) => {
    const document = join(folder, `${name}.json`);
    await writeFile(document, await documentOf(name, address));
    for (const generator of generators) await makeClient(generator, document, join(folder, name, generator));
  });
  return `made by ${generators.join(', ')}`;
}

async function compileAll() {
  for (const generator of generators) await layRound(generator, join(folder, 'orders', generator));
  const complaints = await compileClients(folder);
  if (complaints.length > 0) throw new Error(`they do not compile\n${complaints.join('\n')}`);
  return 'they compile';
}

async function doRounds() {
  await withSample('orders', folder, async (address) => {
    for (const generator of generators) {
      const told = await runRound(folder, join('orders', generator), address);
      if (told.join('\n') !== ROUND.join('\n')) throw new Error(`${generator} tells\n${told.join('\n')}`);
    }
  });
  return `a round with each\n${ROUND.join('\n')}`;
}
