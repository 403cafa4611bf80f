import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The responses to a flood of requests. */
export interface Flooded {
  readonly served: number;
  readonly refused: number;
  /** Of other statuses, and requests without a response. */
  readonly failed: number;
  /** Of all responses, in ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Counts responses by status; `done` runs in another state of Lua than the thread. */
const SCRIPT = `
local threads = {}
served, refused, others, sent = 0, 0, 0, 0

function setup(thread) threads[#threads + 1] = thread end

function request()
  sent = sent + 1
  return wrk.format('GET', '/orders/' .. (1 + sent % ORDERS))
end

function response(status)
  if status == 200 then served = served + 1 elseif status == 503 then refused = refused + 1 else others = others + 1 end
end

function done(summary, latency)
  local thread, errors = threads[1], summary.errors
  local failed = thread:get('others') + errors.connect + errors.read + errors.write + errors.timeout
  print(string.format('FLOODED [%d,%d,%d,%f,%f]', thread:get('served'), thread:get('refused'), failed,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;

/** Sends `GET /orders/{id}` with wrk, on each connection as soon as the response before has arrived. */
export async function flood(address: string, connections: number, seconds: number, orders: number): Promise<Flooded> {
  const folder = await mkdtemp(join(tmpdir(), 'koaggregate-wrk-'));
  try {
    const script = join(folder, 'flood.lua');
    await writeFile(script, SCRIPT.replace('ORDERS', String(orders)));
    const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '30s', '-s', script, address];
    const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const figures = /^FLOODED (.+)$/m.exec(output)?.[1];
    if (!figures) throw new Error(`wrk has ended without figures:\n${output}`);
    const [served, refused, failed, p50Ms, p99Ms] = JSON.parse(figures) as [number, number, number, number, number];
    return { served, refused, failed, p50Ms, p99Ms };
  } finally {
    await rm(folder, { recursive: true });
  }
}
