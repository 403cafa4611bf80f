#!/usr/bin/env node
// run.mjs [--tarball FILE] [--all]: writes the application of docs/bundling.md to a folder, runs the commands of the page, and sends
// requests to each bundle. Its API must be that of the application without a bundle.
//
//   --tarball FILE   in place of one that is packed here
//   --all            webpack and rollup as well, which are installed for it
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const OF_ALL = {
  webpack: ['webpack', 'webpack-cli', 'terser-webpack-plugin'],
  rollup: ['rollup', '@rollup/plugin-terser'],
};
const { values: options } = parseArgs({
  options: { tarball: { type: 'string' }, all: { type: 'boolean', default: false } },
});

const scratch = mkdtempSync(join(tmpdir(), 'bundles-'));
const project = join(scratch, 'project');
try {
  await main();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function main() {
  const commands = writeProject();
  install();
  const others = options.all ? ['webpack', 'rollup'] : [];
  for (const section of ['The application', 'esbuild', 'One file', 'Names that a minifier changes', ...others]) {
    for (const command of commands.get(section) ?? assert.fail(`The page has no commands under "${section}".`))
      sh(command);
  }
  const expected = await apiOf(project, 'dist/main.js');
  const isSame = async (name, folder, file) => {
    assert.deepEqual(await apiOf(folder, file), expected, name);
    console.log(`${name}: the same API`);
  };
  await isSame('esbuild, packages external', imageOf('bundle'), 'bundle/main.js');
  await isSame('esbuild, one file', singleFile(), 'main.js');
  await isSame('esbuild, minified, with given names', project, 'minified/main.js');
  if (options.all) {
    await isSame('webpack', imageOf('bundle-of-webpack'), 'bundle-of-webpack/main.js');
    await isSame('rollup', imageOf('bundle-of-rollup'), 'bundle-of-rollup/main.cjs');
  }
  await verifyRefusals();
}

/** What the page warns about does not start. */
async function verifyRefusals() {
  const main = join(project, 'src/main.ts');
  const inCode = "configuration: { name: 'orders', db: { url: 'sqlite::memory:' } }";
  writeFileSync(main, readFileSync(main, 'utf8').replace('OrderItem] })', `OrderItem], ${inCode} })`));
  sh('npx tsc -p .');
  sh(
    'npx esbuild dist/main.js --bundle --platform=node --packages=external --minify --log-level=error --outfile=refused/main.js',
  );
  await refuses(
    'minified, without given names',
    project,
    'refused/main.js',
    /The class \w+ looks renamed by a minifier/,
  );
  const single = singleFile();
  rmSync(join(single, 'config/defaults.yml'));
  await refuses(
    'one file without its defaults',
    single,
    'main.js',
    /copy node_modules\/koaggregate\/config\/defaults\.yml/,
  );
}

async function refuses(name, folder, file, message) {
  const { process, output } = start(folder, file);
  await new Promise((end) => process.once('exit', end));
  assert.match(output(), message, name);
  assert.equal(process.exitCode, 1, name);
  console.log(`${name}: does not start`);
}

/** Writes the files of the page. @returns its commands by section */
function writeProject() {
  const commands = new Map();
  let [section, file, block] = ['', undefined, undefined];
  for (const line of readFileSync(join(ROOT, 'docs/bundling.md'), 'utf8').split('\n')) {
    if (block) {
      if (line !== '```') block.lines.push(line);
      else {
        if (block.language === 'sh') commands.set(section, [...(commands.get(section) ?? []), ...block.lines]);
        else if (file) write(join(project, file), block.lines.join('\n'));
        [block, file] = [undefined, undefined];
      }
    } else if (line.startsWith('```')) block = { language: line.slice(3), lines: [] };
    else if (line.startsWith('## ')) section = line.slice(3);
    else if (line.startsWith('`') && line.endsWith(':')) file = line.split('`')[1];
  }
  return commands;
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${content}\n`);
}

/** The package, its peers at our versions, and our compiled driver. */
function install() {
  write(join(project, 'package.json'), '{ "private": true }');
  const ours = ['koa', 'sequelize', 'sequelize-typescript', 'typescript', '@types/node', 'esbuild'].map((name) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });
  const others = options.all ? Object.values(OF_ALL).flat() : [];
  sh(['npm i --no-audit --no-fund', tarball(), ...ours, ...others].join(' '));
  symlinkSync(join(ROOT, 'node_modules/sqlite3'), join(project, 'node_modules/sqlite3'));
}

function tarball() {
  if (options.tarball) return resolve(options.tarball);
  sh(`npm pack --silent --pack-destination ${scratch}`, ROOT);
  return join(
    scratch,
    readdirSync(scratch).find((name) => name.endsWith('.tgz')),
  );
}

/** A folder with what the Dockerfile of the page copies. */
function imageOf(bundle) {
  const folder = mkdtempSync(join(scratch, 'image-'));
  for (const name of [bundle, 'config']) cpSync(join(project, name), join(folder, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** A folder with the bundle of everything, the configuration and the driver. */
function singleFile() {
  const folder = mkdtempSync(join(scratch, 'single-'));
  for (const name of ['single', 'config']) {
    cpSync(join(project, name), name === 'single' ? folder : join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/sqlite3'), join(folder, 'node_modules/sqlite3'));
  return folder;
}

/** The OpenAPI document, and the responses to requests by the names in question. */
async function apiOf(folder, file) {
  const { process, address, output } = start(folder, file);
  try {
    const url = await address;
    const send = async (method, path, body) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
      const text = (await response.text()).replaceAll(url, '').replace(/"\d{4}-[^"]*Z"/g, '"instant"');
      return [response.status, text.replace(/"request_id":"[^"]*"/g, '"request_id":"id"')];
    };
    const created = await send('POST', '/orders', { code: 'A-1', order_items: [{ sku: 'pen' }] });
    const renamed = await send('PUT', '/orders/1/rename', { new_code: 'A-2' });
    const items = await send('GET', '/orders/1/order_items');
    const missing = await send('GET', '/orders/99');
    assert.deepEqual(
      [created, renamed, items, missing].map(([status]) => status),
      [201, 200, 200, 404],
      output(),
    );
    return { renamed, items, missing, document: await send('GET', '/api/orders/openapi.json') };
  } finally {
    process.kill();
    await new Promise((end) => process.once('exit', end));
    assert.equal(process.exitCode, 0, output());
  }
}

function start(folder, file) {
  const environment = { ...globalThis.process.env, PORT: '0', DB_URL: 'sqlite::memory:' };
  const child = spawn(globalThis.process.execPath, [file], { cwd: folder, env: environment, timeout: 60_000 });
  let text = '';
  const address = new Promise((found, failed) => {
    const read = (chunk) => {
      text += chunk;
      const url = / listens at (http:\S+)/.exec(text)?.[1];
      if (url) found(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    child.once('exit', () => failed(new Error(`${file} ended: ${text}`)));
  });
  address.catch(() => undefined);
  return { process: child, address, output: () => text };
}

function sh(command, cwd = project) {
  console.log(`$ ${command}`);
  const { status } = spawnSync('bash', ['-c', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  assert.equal(status, 0, command);
}
