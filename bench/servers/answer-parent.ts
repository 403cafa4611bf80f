/** What a server process is asked over IPC. */
export type Question = 'cpu' | 'memory';

/** What it answers; the address once, when it listens. */
export type Reply = { readonly address: string } | { readonly cpuUs: number } | MemoryReply;

export interface MemoryReply {
  /** Of the whole process. */
  readonly residentBytes: number;
  /** Of JavaScript, in use. */
  readonly heapBytes: number;
}

/** Tells the parent where this process listens, and from then on, when asked, how much CPU it has used. */
export function answerParent(address: string, stop: () => Promise<void>): void {
  process.on('message', (question: Question) => {
    reply(question === 'cpu' ? { cpuUs: cpuUs() } : memory());
  });
  // A parent that has gone, for whatever reason, takes its servers with it.
  process.once('disconnect', () => void stop());
  reply({ address });
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
  return { residentBytes: rss, heapBytes: heapUsed };
}
