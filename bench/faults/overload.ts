import { flood } from '../load/wrk-flood';
import { hasWrk } from '../load/wrk-load';
import { newOrder, post } from '../workloads';
import { type Fault, type FaultSetup, Findings } from './fault';
import { OpenLoad, type Received } from './open-load';
import { SlowClients } from './slow-clients';

const TIMES = 5;
const SATURATING = 8;
const NORMAL_PART = 0.5;
const NORMAL_MS = 5000;
const ORDERS = 1000;
const AT_ONCE = 100;
const RECOVERY_MS = 3000;
const EXTRA_MS = 250;
const REFUSAL_MS = 50;
const MEMORY_TIMES = 1.3;
const READ_GOODPUT = 0.4;
const FLOODING = 2000;
const MEGABYTE = 1024 * 1024;

/** Five times as many pages of 1,000 rows as can be served, for as many seconds as there are runs. */
export const overloadedPages = overloadFault('overloaded-pages', 0.8, () => '/orders?page=1&per_page=1000');

/** Reads of one row, of which each costs little more than a refusal, by wrk as fast as it can on 2,000 connections. */
export const overloadedReads: Fault = {
  name: 'overloaded-reads',
  runs: 60,
  isTimed: true,
  server: 'defaults',
  async run({ client, server, runs }) {
    const findings = new Findings();
    if (!hasWrk()) throw new Error('wrk is not found, and a slower client does not send more reads than are served.');
    await seed(client);
    const send = (connections: number, seconds: number) => flood(client.address, connections, seconds, ORDERS);
    await send(SATURATING, 3);
    const [normalMs, begunUs] = [NORMAL_MS, await server.cpuUs()];
    const normal = await send(SATURATING, normalMs / 1000);
    const normalUs = await server.cpuUs();
    const over = await send(FLOODING, runs);
    const overUs = await server.cpuUs();
    const capacity = (normal.served * 1000) / normalMs;
    const goodput = over.served / runs / capacity;
    const usPerServed = (normalUs - begunUs) / normal.served;
    const usPerRefusal = (overUs - normalUs - usPerServed * over.served) / Math.max(1, over.refused);
    findings.note(
      `capacity ${show(capacity)}/s, normal p50 ${show(normal.p50Ms)} p99 ${show(normal.p99Ms)} ms; ` +
        `sent ${show((over.served + over.refused) / runs / capacity)} ×: goodput ${show(goodput * 100)} %, ` +
        `p50 ${show(over.p50Ms)} p99 ${show(over.p99Ms)} ms of all, ${show(usPerRefusal)} µs CPU a refusal`,
    );
    findings.verify(goodput >= READ_GOODPUT, `The goodput is ${show(goodput * 100)} % of the capacity.`);
    findings.verify(normal.failed + over.failed === 0, `${normal.failed + over.failed} requests have failed.`);
    return findings;
  },
};

/** 500 clients read their pages, or send their bodies, slowly: those of others take at most twice as long. */
export const slowClients: Fault = {
  name: 'slow-clients',
  runs: 20,
  isTimed: true,
  server: 'defaults',
  async run({ client, runs }) {
    const findings = new Findings();
    await seed(client);
    const next = (index: number) => `/orders/${1 + (index % ORDERS)}`;
    const load = new OpenLoad(client.address);
    const perSecond = (await load.saturate(SATURATING, NORMAL_MS, next)) * NORMAL_PART * NORMAL_PART;
    const alone = await phase(load, perSecond, runs * 1000, next);
    const slow = await SlowClients.open(client.address, 500);
    const beside = await phase(load, perSecond, runs * 1000, next);
    await load.end();
    const [p99Alone, p99Beside] = [alone, beside].map((all) => percentile(all, 0.99));
    findings.note(
      `p99 ${show(p99Alone!)} ms alone, ${show(p99Beside!)} ms beside 500 slow clients (${slow.open} open)`,
    );
    slow.close();
    for (const { status } of beside) findings.count(status);
    findings.verify(
      p99Beside! <= 2 * p99Alone!,
      `The p99 of others is ${show(p99Beside!)} ms, over 2 × ${show(p99Alone!)}.`,
    );
    return findings;
  },
};

function overloadFault(name: string, leastGoodput: number, next: (index: number) => string): Fault {
  return {
    name,
    runs: 60,
    isTimed: true,
    server: 'defaults',
    async run(setup) {
      const findings = new Findings();
      await seed(setup.client);
      const measured = await measure(setup, next);
      for (const { status } of measured.overload) findings.count(status);
      verify(measured, leastGoodput, findings);
      return findings;
    },
  };
}

interface Measured {
  /** Requests per second. */
  readonly capacity: number;
  readonly normal: readonly Received[];
  readonly overload: readonly Received[];
  readonly overloadMs: number;
  readonly after: readonly Received[];
  readonly cpuUs: { readonly normal: number; readonly overload: number };
  readonly memoryBytes: { readonly normal: number; readonly overload: number };
}

async function measure({ client, server, runs }: FaultSetup, next: (index: number) => string): Promise<Measured> {
  const load = new OpenLoad(client.address);
  await load.open('/orders/1');
  await load.saturate(SATURATING, NORMAL_MS / 2, next);
  const capacity = await load.saturate(SATURATING, NORMAL_MS, next);
  const begunUs = await server.cpuUs();
  const normal = await phase(load, capacity * NORMAL_PART, NORMAL_MS, next);
  const normalUs = await server.cpuUs();
  const memoryBefore = (await server.resident()).peakBytes;
  await load.open('/orders/1');
  const overload = await phase(load, capacity * TIMES, runs * 1000, next);
  const overloadUs = await server.cpuUs();
  const after = await phase(load, capacity * NORMAL_PART, NORMAL_MS, next);
  await load.end();
  return {
    capacity,
    normal,
    overload,
    overloadMs: runs * 1000,
    after,
    cpuUs: { normal: normalUs - begunUs, overload: overloadUs - normalUs },
    memoryBytes: { normal: memoryBefore, overload: (await server.resident()).peakBytes },
  };
}

/** @returns what is sent and received while it lasts */
async function phase(load: OpenLoad, perSecond: number, forMs: number, next: (index: number) => string) {
  const begunMs = performance.now();
  load.received.length = 0;
  await load.run(perSecond, forMs, next);
  return load.received.splice(0).filter(({ dueMs }) => dueMs >= begunMs);
}

function verify(measured: Measured, leastGoodput: number, findings: Findings): void {
  const { capacity, normal, overload, overloadMs, after, cpuUs, memoryBytes } = measured;
  const accepted = overload.filter(isServed);
  const refused = overload.filter(({ status }) => status === 503);
  const goodput = (accepted.length * 1000) / overloadMs / capacity;
  const usual = percentile(normal, 0.99);
  const acceptedMs = percentile(accepted, 0.99);
  const refusedMs = percentile(refused, 0.99);
  const recovery = recoveryMs(after, 2 * usual + EXTRA_MS);
  const memory = memoryBytes.overload / memoryBytes.normal;
  const usPerServed = cpuUs.normal / normal.length;
  const usPerRefusal = (cpuUs.overload - usPerServed * accepted.length) / Math.max(1, refused.length);
  const retry = [...new Set(refused.map(({ retryAfterS }) => retryAfterS))].sort((one, other) => one - other);
  findings.note(
    `capacity ${show(capacity)}/s, normal p50 ${show(percentile(normal, 0.5))} p99 ${show(usual)} ms; sent ${show((overload.length * 1000) / overloadMs / capacity)} ×: ` +
      `goodput ${show(goodput * 100)} %, accepted p50 ${show(percentile(accepted, 0.5))} p99 ${show(acceptedMs)} ms, ` +
      `refused p50 ${show(percentile(refused, 0.5))} p99 ${show(refusedMs)} ms, Retry-After ${retry[0]}–${retry.at(-1)} s, ` +
      `${show(usPerRefusal)} µs CPU each; back after ${show(recovery)} ms; memory ${show(memoryBytes.normal / MEGABYTE)} → ${show(memoryBytes.overload / MEGABYTE)} MB`,
  );
  findings.verify(goodput >= leastGoodput, `The goodput is ${show(goodput * 100)} % of the capacity.`);
  findings.verify(acceptedMs <= 2 * usual + EXTRA_MS, `The p99 of accepted requests is ${show(acceptedMs)} ms.`);
  findings.verify(refusedMs <= REFUSAL_MS, `The p99 of refusals is ${show(refusedMs)} ms.`);
  findings.verify(recovery <= RECOVERY_MS, `Back to normal only after ${show(recovery)} ms.`);
  findings.verify(memory <= MEMORY_TIMES, `The memory is ${show(memory)} × that of normal load.`);
}

/** The time after which each request succeeds as soon as before. */
function recoveryMs(after: readonly Received[], boundMs: number): number {
  const begunMs = Math.min(...after.map(({ dueMs }) => dueMs).slice(0, 1));
  const late = after.filter((one) => !isServed(one) || one.tookMs > boundMs);
  return late.length === 0 ? 0 : Math.max(...late.slice(-1).map(({ dueMs }) => dueMs)) - begunMs;
}

async function seed(client: FaultSetup['client']): Promise<void> {
  for (let created = 0; created < ORDERS; created += AT_ONCE) {
    await client.expect(201, post(Array.from({ length: AT_ONCE }, () => newOrder())));
  }
}

function isServed({ status }: Received): boolean {
  return status === 200;
}

function percentile(all: readonly Received[], part: number): number {
  const times = all.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

function show(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
