import { readFileSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Way } from '../handwritten/create-orders';

/** The messages to a server process. */
export type Query = 'cpu' | 'memory' | 'resident' | 'count' | 'counted' | { readonly way: Way };

/** The messages of the server; the address is sent once, when it listens. */
export type Reply =
  | { readonly address: string; readonly node: string }
  | { readonly cpuUs: number }
  | MemoryReply
  | Resident
  | Counted;

/** The resident memory of the process. To read it costs the server nothing later. */
export interface Resident {
  readonly nowBytes: number;
  /** The most since the start. */
  readonly peakBytes: number;
}

export interface MemoryReply {
  /** The resident memory of the process. */
  readonly residentBytes: number;
  /** The used heap of JavaScript. */
  readonly heapBytes: number;
  /** The longest event loop delay since the last query; 0 at first. */
  readonly eventLoopDelayMs: number;
}

/** The counts of a process between two queries. */
export interface Counted {
  /** Functions of the library that were entered, their calls and their files. */
  readonly functions: number;
  readonly calls: number;
  readonly files: number;
  /** The statements sent to the database. */
  readonly statements: number;
  /** Estimated from samples of the heap. */
  readonly allocatedBytes: number;
}

/** Counts functions and statements between two queries of the parent. */
export interface Counter {
  start(): Promise<void>;
  stop(): Promise<Counted>;
}

/** Reports the address of this process to its parent, and its CPU time on request. */
export function replyToParent(address: string, stop: () => Promise<void>, counter?: Counter): void {
  process.on('message', (query: Query) => void handle(query, counter));
  // The server ends with its parent, even if the parent is killed.
  process.once('disconnect', () => void stop());
  reply({ address, node: process.version });
}

async function handle(query: Query, counter?: Counter): Promise<void> {
  if (query === 'counted') return reply(await counter!.stop());
  if (query === 'resident') return reply(resident());
  if (query === 'count') await counter!.start();
  reply(query === 'memory' ? memory() : { cpuUs: cpuUs() });
}

function reply(message: Reply): void {
  process.send!(message);
}

/** The CPU time of all threads: JavaScript, garbage collection and SQLite. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The peak of `resourceUsage` includes the memory of the parent at the fork, so that on Linux the kernel's own figure is read. */
function resident(): Resident {
  const nowBytes = process.memoryUsage.rss();
  if (process.platform !== 'linux') return { nowBytes, peakBytes: process.resourceUsage().maxRSS * KILOBYTE };
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return { nowBytes, peakBytes: Number(peak![1]) * KILOBYTE };
}

function memory(): MemoryReply {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, eventLoopDelayMs: eventLoopDelayMs() };
}

const KILOBYTE = 1024;
const NANOSECONDS = 1e6;
let delays: IntervalHistogram | undefined;

function eventLoopDelayMs(): number {
  const longest = delays ? delays.max / NANOSECONDS : 0;
  delays ??= monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  delays.reset();
  return longest;
}
