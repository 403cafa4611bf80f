import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** What a server process is asked over IPC. */
export type Question = 'cpu' | 'memory' | 'count' | 'counted';

/** What it answers; the address once, when it listens. */
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
  /** For how long at most the event loop stood still since the last question; 0 at the first. */
  readonly standstillMs: number;
}

/** What happened in a process between two questions. */
export interface Counted {
  /** Functions of the library that were entered, their calls, and the files that they stand in. */
  readonly functions: number;
  readonly calls: number;
  readonly files: number;
  /** Sent to the database. */
  readonly statements: number;
  /** Allocated on the heap, by samples. */
  readonly allocatedBytes: number;
}

/** Counts from one question to the next. */
export interface Counter {
  start(): Promise<void>;
  stop(): Promise<Counted>;
}

/** Tells the parent where this process listens, and from then on, when asked, how much CPU it has used. */
export function answerParent(address: string, stop: () => Promise<void>, counter?: Counter): void {
  process.on('message', (question: Question) => void answer(question, counter));
  // A parent that has gone, for whatever reason, takes its servers with it.
  process.once('disconnect', () => void stop());
  reply({ address, node: process.version });
}

async function answer(question: Question, counter?: Counter): Promise<void> {
  if (question === 'counted') return reply(await counter!.stop());
  if (question === 'count') await counter!.start();
  reply(question === 'memory' ? memory() : { cpuUs: cpuUs() });
}

function reply(reply: Reply): void {
  process.send!(reply);
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
