import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** The messages to a server process. */
export type Query = 'cpu' | 'memory' | 'count' | 'counted';

/** The messages of the server; the address is sent once, when it listens. */
export type Reply =
  | { readonly address: string; readonly node: string }
  | { readonly cpuUs: number }
  | MemoryReply
  | Counted;

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

function memory(): MemoryReply {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, eventLoopDelayMs: eventLoopDelayMs() };
}

const NANOSECONDS = 1e6;
let delays: IntervalHistogram | undefined;

function eventLoopDelayMs(): number {
  const longest = delays ? delays.max / NANOSECONDS : 0;
  delays ??= monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  delays.reset();
  return longest;
}
