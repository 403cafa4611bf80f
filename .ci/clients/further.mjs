#!/usr/bin/env node
// further.mjs: generates clients of two samples with generators that the project does not use itself, and compiles them strictly.
// It installs the generators in a temporary folder. Compile the samples first.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compileClients } from './clients.mjs';
import { documentOf, withSample } from './documents.mjs';

const SAMPLES = ['orders', 'petclinic'];

/** The generators, and what their clients import. */
const PACKAGES = {
  'orval-7': 'npm:orval@7.13.2',
  'ng-openapi-gen': '1.1.0',
  '@angular/common': '21.2.26',
  '@angular/core': '21.2.26',
  rxjs: '7.8.2',
  'swagger-typescript-api': '13.13.0',
  '@kubb/core': '4.39.3',
  '@kubb/plugin-client': '4.39.3',
  '@kubb/plugin-oas': '4.39.3',
  '@kubb/plugin-ts': '4.39.3',
};

const SETTINGS = fileURLToPath(new URL('tsconfig.json', import.meta.url));

/** Angular's clients have decorators, and kubb's import files with their extensions. */
const COMPILED = {
  compilerOptions: {
    ...{ module: 'esnext', noEmit: true, rootDir: '.', outDir: 'dist' },
    ...{ experimentalDecorators: true, allowImportingTsExtensions: true },
  },
  include: SAMPLES,
};

const GENERATORS = { 'orval-7': orval, 'ng-openapi-gen': angular, 'swagger-typescript-api': swaggerTypescript, kubb };

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'clients-'));
try {
  await install();
  for (const name of SAMPLES) await makeClients(name);
  const complaints = await compileClients(folder);
  if (complaints.length > 0) throw new Error(`they do not compile\n${complaints.join('\n')}`);
  console.log(`Clients of ${SAMPLES.join(' and ')} by ${Object.keys(GENERATORS).join(', ')}: they compile`);
} catch (error) {
  process.exitCode = 1;
  console.log(`Clients of further generators: FAILED, ${error.message}`);
} finally {
  await rm(folder, { recursive: true });
}

async function install() {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ extends: SETTINGS, ...COMPILED }));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

async function makeClients(name) {
  const document = join(folder, `${name}.json`);
  await withSample(name, folder, async (address) => writeFile(document, await documentOf(name, address)));
  for (const [generator, make] of Object.entries(GENERATORS)) await make(document, join(folder, name, generator));
}

/** Imports a package from the temporary folder. */
function imported(name) {
  return import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href);
}

async function orval(document, output) {
  const { generate, default: commonJs } = await imported('orval-7');
  await (generate ?? commonJs.generate)({
    input: document,
    output: { target: join(output, 'client.ts'), client: 'fetch' },
  });
}

async function angular(document, output) {
  await run(process.execPath, [
    join(folder, 'node_modules/ng-openapi-gen/lib/index.js'),
    ...['--input', document, '--output', output],
  ]);
}

async function swaggerTypescript(document, output) {
  const { generateApi } = await imported('swagger-typescript-api');
  await generateApi({ input: document, output, silent: true });
}

/** It writes to folders of the current one. */
async function kubb(document, output) {
  const before = process.cwd();
  await mkdir(output, { recursive: true });
  process.chdir(output);
  try {
    await buildByKubb(document, output);
  } finally {
    process.chdir(before);
  }
}

async function buildByKubb(document, output) {
  const names = ['@kubb/core', '@kubb/plugin-oas', '@kubb/plugin-ts', '@kubb/plugin-client'];
  const [{ build }, { pluginOas }, { pluginTs }, { pluginClient }] = await Promise.all(names.map(imported));
  const { error } = await build({
    config: {
      root: output,
      input: { path: document },
      output: { path: join(output, 'client'), clean: true },
      plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })],
    },
  });
  if (error) throw error;
}
