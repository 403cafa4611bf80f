// Generates clients of an OpenAPI document with several generators, according to their guides, and compiles and runs them.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGES = join(HERE, '..', '..', 'node_modules');

const MAKERS = { 'openapi-fetch': openapiFetch, 'hey-api': heyApi, orval };

export const GENERATORS = Object.keys(MAKERS);

/** The expected output of a round, which is the same for every client. */
export const ROUND = (await readFile(join(HERE, 'round.txt'), 'utf8')).trimEnd().split('\n');

/** A folder in which clients are compiled strictly, as one program. */
export async function clientsFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'clients-'));
  await copyFile(join(HERE, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await symlink(PACKAGES, join(folder, 'node_modules'), 'dir');
  return folder;
}

export async function makeClient(generator, document, folder) {
  await mkdir(folder, { recursive: true });
  await MAKERS[generator](document, folder);
}

/** Types for openapi-fetch. They are in a module, because declaration files are not checked. */
async function openapiFetch(document, folder) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTypes(JSON.parse(await readFile(document, 'utf8'))));
  await writeFile(join(folder, 'schema.ts'), types);
}

async function heyApi(document, folder) {
  const { createClient } = await import('@hey-api/openapi-ts');
  const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
  await createClient({ input: document, output: join(folder, 'client'), plugins, logs: { level: 'silent' } });
}

/** The address is set at run time. */
async function orval(document, folder) {
  const { generate } = await import('orval');
  await writeFile(join(folder, 'api.ts'), "export const api = { address: '' };\n");
  const baseUrl = { runtime: 'api.address', imports: [{ name: 'api', importPath: './api' }] };
  await generate({ input: document, output: { target: join(folder, 'client.ts'), client: 'fetch', baseUrl } });
}

/** Copies the round of a generator into its client of the orders sample. */
export async function layRound(generator, folder) {
  await copyFile(join(HERE, 'rounds', `${generator}.ts`), join(folder, 'round.ts'));
  await copyFile(join(HERE, 'rounds', 'lines.ts'), join(folder, 'lines.ts'));
}

/** @returns the output of the compiler */
export function compileClients(folder) {
  const compiler = join(PACKAGES, 'typescript', 'bin', 'tsc');
  return promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    () => [],
    ({ stdout }) => stdout.trimEnd().split('\n'),
  );
}

/** @param path  the client's folder, relative to that of all clients */
export async function runRound(folder, path, address) {
  const { default: client } = await import(pathToFileURL(join(folder, 'dist', path, 'round.js')).href);
  return client.round(address);
}
