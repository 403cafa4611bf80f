#!/usr/bin/env node
// run.mjs [--picture FILE]: lets Prometheus read the metrics of an application under load, and evaluates each expression of
// docs/grafana/koaggregate.json, which must find something. Prometheus is of the package of Debian; build the library first.
//
//   --picture FILE   draws the panels with Chromium (CHROMIUM sets its path)
//   --seconds N      how long the load lasts, 60 without it
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawPanels } from './draw-panels.mjs';

const ROOT = join(import.meta.dirname, '../..');
const DASHBOARD = JSON.parse(readFileSync(join(ROOT, 'docs/grafana/koaggregate.json'), 'utf8'));
const START_MS = 30_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const { values: options } = parseArgs({
  options: { picture: { type: 'string' }, seconds: { type: 'string', default: '60' } },
});
const seconds = Number(options.seconds);
const scratch = mkdtempSync(join(tmpdir(), 'dashboard-'));
const children = [];
try {
  await main();
} finally {
  for (const child of children.reverse()) await stop(child);
  rmSync(scratch, { recursive: true, force: true });
}

async function main() {
  const { address, admin } = await startApplication();
  const prometheus = await startPrometheus(new URL(admin).host);
  await load(address);
  // The last values are read once more.
  await sleep(2500);
  const panels = await evaluate(prometheus);
  const empty = panels.flatMap(({ title, results }) =>
    results.filter(({ series }) => series.length === 0).map(({ expr }) => `${title}: ${expr}`),
  );
  assert.deepEqual(empty, [], 'expressions that find nothing');
  const expressions = panels.flatMap(({ results }) => results);
  const series = expressions.reduce((sum, one) => sum + one.series.length, 0);
  console.log(`${panels.length} panels, ${expressions.length} expressions: ${series} series`);
  await assert.rejects(() => queryRange(prometheus, 'sum by (a (b)'), /parse error/);
  if (options.picture) await drawPanels(panels, options.picture);
}

async function startApplication() {
  const url = process.env.BENCH_URL ? new URL(process.env.BENCH_URL) : undefined;
  if (url) await createDatabase(url);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'app.cjs')], {
    env: { ...process.env, DB_URL: url?.href ?? `sqlite://${join(scratch, 'parcels.db')}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = collect(child);
  const addresses = await found(
    () => [...new Set(output().match(/http:\/\/127\.0\.0\.1:\d+/g))],
    (all) => all.length >= 2,
    () => `the application has not started:\n${output()}`,
  );
  const isAdmin = async (at) => (await fetch(`${at}/metrics`)).ok;
  const admin = (await isAdmin(addresses[0])) ? addresses[0] : addresses[1];
  return { admin, address: addresses.find((one) => one !== admin) };
}

async function createDatabase(url) {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(url.href);
  url.pathname = '/dashboard_parcels';
  await connection.query('DROP DATABASE IF EXISTS dashboard_parcels');
  await connection.query('CREATE DATABASE dashboard_parcels');
  await connection.end();
}

async function startPrometheus(target) {
  const config = { global: { scrape_interval: '1s' }, scrape_configs: [] };
  config.scrape_configs.push({ job_name: 'koaggregate', static_configs: [{ targets: [target] }] });
  writeFileSync(join(scratch, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const folder = `--storage.tsdb.path=${join(scratch, 'data')}`;
  const args = [`--config.file=${join(scratch, 'prometheus.yml')}`, folder, `--web.listen-address=${address}`];
  const child = spawn('prometheus', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const output = collect(child);
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await found(isReady, Boolean, () => `Prometheus has not started:\n${output()}`);
  return `http://${address}`;
}

/** Reads, writes, and what goes wrong with them: conflicts, stale tags, repeated requests, and more than can be served. */
async function load(address) {
  const endMs = Date.now() + seconds * 1000;
  const tags = await Promise.all(Array.from({ length: 20 }, () => create(address)));
  await Promise.all([
    repeat(endMs, 5, () => call(address, 'GET', `/parcels/${1 + Math.floor(Math.random() * 25)}`)),
    repeat(endMs, 40, () => call(address, 'GET', '/parcels?page=1&per_page=50')),
    repeat(endMs, 40, () => create(address)),
    repeat(endMs, 60, () => call(address, 'PATCH', '/parcels/1', { weight: 1 }, { 'If-Match': tags[0] })),
    repeat(endMs, 80, () => call(address, 'POST', '/parcels', { code: 'again' }, { 'Idempotency-Key': '"again"' })),
    repeat(endMs, 150, () => call(address, 'POST', '/parcels', { code: 'again' })),
    repeat(endMs, 150, () => call(address, 'GET', '/nothing')),
    repeat(endMs, 300, () => Promise.all(Array.from({ length: 6 }, () => call(address, 'PUT', '/parcels/2/weigh')))),
    repeat(endMs, 1500, () => Promise.all(Array.from({ length: 120 }, () => call(address, 'GET', '/parcels')))),
    repeat(endMs, 500, () => abort(`${address}/parcels/3/weigh`)),
  ]);
}

async function create(address) {
  const { headers } = await call(address, 'POST', '/parcels', { code: crypto.randomUUID() });
  return headers.get('ETag') ?? '';
}

async function call(address, method, path, body, headers = {}) {
  const response = await fetch(address + path, {
    method,
    headers: { ...JSON_TYPE, ...headers },
    body: body && JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

/** Sends a request, and leaves before the response. */
async function abort(url) {
  const request = send(url, { method: 'PUT' });
  request.on('error', () => undefined);
  request.end();
  await sleep(20);
  request.destroy();
}

async function repeat(endMs, everyMs, work) {
  while (Date.now() < endMs) {
    await work();
    await sleep(everyMs);
  }
}

async function evaluate(prometheus) {
  const panels = [];
  for (const { title, targets, fieldConfig } of DASHBOARD.panels.filter(({ type }) => type !== 'row')) {
    const results = [];
    for (const { expr, legendFormat } of targets) {
      const query = expr.replaceAll('$__rate_interval', '5s').replaceAll(/\$(job|application)/g, '.+');
      results.push({ expr, legendFormat, series: await queryRange(prometheus, query) });
    }
    panels.push({ title, unit: fieldConfig.defaults.unit, results });
  }
  return panels;
}

/** @returns the series that have a value */
async function queryRange(prometheus, query) {
  const end = Date.now() / 1000;
  const range = { query, start: String(end - seconds), end: String(end), step: '1' };
  const response = await fetch(`${prometheus}/api/v1/query_range?${new URLSearchParams(range)}`);
  const { status, error, data } = await response.json();
  if (status !== 'success') throw new Error(`${query}: ${error}`);
  return data.result.filter(({ values }) => values.some(([, value]) => value !== 'NaN'));
}

function collect(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.on('error', ({ message }) => (output += message));
  return () => output;
}

async function found(look, isFound, problem) {
  for (const endMs = Date.now() + START_MS; Date.now() < endMs; await sleep(100)) {
    const seen = await look();
    if (isFound(seen)) return seen;
  }
  throw new Error(problem());
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function stop(child) {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}
