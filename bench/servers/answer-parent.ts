/** What a server process is asked over IPC. */
export type Question = 'cpu';

/** What it answers; the address once, when it listens. */
export type Reply = { readonly address: string } | { readonly cpuUs: number };

/** Tells the parent where this process listens, and from then on, when asked, how much CPU it has used. */
export function answerParent(address: string, stop: () => Promise<void>): void {
  process.on('message', (question: Question) => {
    if (question === 'cpu') reply({ cpuUs: cpuUs() });
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
