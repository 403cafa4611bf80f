import { setTimeout } from 'node:timers/promises';
import type { Call } from '../client';
import { newOrder, post } from '../workloads';
import { type Fault, type FaultSetup, Findings } from './fault';
import { SteadyLoad } from './steady-load';

const SHARE_OF_CAPACITY = 0.7;
const CAPACITY_MS = 5000;
const CLIENTS = 16;
/** One request in so many is invalid. */
const INVALID_EVERY = 100;
const WRITES_EVERY = 10;
const SAMPLE_MS = 250;
const MOST_GROWTH_BYTES = 1024 * 1024;

/**
 * 70 % of the capacity for as many seconds as there are runs, with one invalid request in 100: the least heap of the last third
 * is at most 1 MiB above that of the second one. The first is the warm-up.
 */
export const soak: Fault = {
  name: 'soak',
  runs: 600,
  isTimed: true,
  server: 'defaults',
  async run({ client, server, runs }) {
    const findings = new Findings();
    await client.expect(201, post(Array.from({ length: 100 }, () => newOrder())));
    const perSecond = (await capacityOf(client)) * SHARE_OF_CAPACITY;
    let answered = 0;
    const load = new SteadyLoad(client.address, perSecond, callOf, ({ status, call }) => {
      answered++;
      findings.expect(expectedOf(call), { status, body: '' });
    });
    const heap = await heapWhile(server, runs * 1000);
    await load.end();
    const [, second, third] = thirds(heap).map((part) => Math.min(...part));
    const growth = third! - second!;
    findings.note(
      `${Math.round(answered / runs)} requests a second for ${runs} s (${Math.round(perSecond)} were due); the least heap ${megabytes(second!)} MB, then ${megabytes(third!)} MB`,
    );
    findings.verify(growth <= MOST_GROWTH_BYTES, `The least heap has grown by ${Math.round(growth / 1024)} KiB.`);
    return findings;
  },
};

function callOf(index: number): Call {
  if (index % INVALID_EVERY === 0) return post({ ...newOrder(), total: 'much' });
  if (index % WRITES_EVERY === 0) return post(newOrder());
  return { method: 'GET', path: `/orders/${1 + (index % 100)}` };
}

function expectedOf({ method, content }: Call): readonly number[] {
  if (method === 'GET') return [200];
  return (content as { readonly total?: unknown }).total === 'much' ? [422] : [201];
}

/** Requests per second, when as many clients as there are send the next one after each response. */
async function capacityOf(client: FaultSetup['client']): Promise<number> {
  const endMs = performance.now() + CAPACITY_MS;
  let count = 0;
  const send = async () => {
    while (performance.now() < endMs) await client.send(callOf(++count));
  };
  await Promise.all(Array.from({ length: CLIENTS }, send));
  return (count * 1000) / CAPACITY_MS;
}

/** The used heap, sampled. */
async function heapWhile(server: FaultSetup['server'], forMs: number): Promise<readonly number[]> {
  const samples: number[] = [];
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    samples.push((await server.memory()).heapBytes);
    await setTimeout(SAMPLE_MS);
  }
  return samples;
}

function thirds(samples: readonly number[]): readonly (readonly number[])[] {
  const length = Math.floor(samples.length / 3);
  return [0, 1, 2].map((index) => samples.slice(index * length, (index + 1) * length));
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
