import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** The messages to a server process. */
export type Question = 'cpu' | 'memory' | 'count' | 'counted';

/** The messages of the server; the address is sent once, when it listens. */
export type Reply =
  | { readonly address: string; readonly node: string }
  | { readonly cpuUs: number }
  | MemoryReply
  | Counted;

export interface MemoryReply {
  /** Of the whole process. */
  readonly residentBytes: number;
  /** Of JavaScript, in use. */
  readonly heapBytes: number;
  /** The longest event loop delay since the last query; 0 at first. */
  readonly standstillMs: number;
}

/** The counts of a process between two queries. */
export interface Counted {
  /** The entered functions of the library, their calls and their files. */
  readonly functions: number;
  readonly calls: number;
  readonly files: number;
  /** The statements sent to the database. */
  readonly statements: number;
  /** Allocated on the heap, by samples. */
  readonly allocatedBytes: number;
}

/** Counts between two queries of the parent. */
export interface Counter {
  start(): Promise<void>;
  stop(): Promise<Counted>;
}

/** Reports the address of this process to its parent, and its CPU time on request. */
export function replyToParent(address: string, stop: () => Promise<void>, counter?: Counter): void {
  process.on('message', (question: Question) => void handle(question, counter));
  // Ends with the parent, whatever its reason.
  process.once('disconnect', () => void stop());
  reply({ address, node: process.version });
}

async function handle(question: Question, counter?: Counter): Promise<void> {
  if (question === 'counted') return reply(await counter!.stop());
  if (question === 'count') await counter!.start();
  reply(question === 'memory' ? memory() : { cpuUs: cpuUs() });
}

function reply(message: Reply): void {
  process.send!(message);
}

/** Of all threads: JavaScript, garbage collection, and SQLite, which runs in the process. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function memory(): MemoryReply {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, standstillMs: standstillMs() };
}

const NANOSECONDS = 1e6;
let delays: IntervalHistogram | undefined;

function standstillMs(): number {
  const longest = delays ? delays.max / NANOSECONDS : 0;
  delays ??= monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  delays.reset();
  return longest;
}
