import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryReply, Question, Reply } from './servers/answer-parent';

export type ServerName = 'ours' | 'handwritten';

/** A server in a process of its own, which tells its CPU time. */
export class ServerProcess {
  private constructor(
    readonly name: ServerName,
    readonly address: string,
    readonly child: ChildProcess,
  ) {}

  /** @param profileDir where it leaves a CPU profile when it ends */
  static async start(name: ServerName, databaseUrl: string, profileDir?: string): Promise<ServerProcess> {
    const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
    const child = fork(join(__dirname, 'servers', `${name}.js`), [databaseUrl], { execArgv: profiling });
    const { address } = await replyOf<{ address: string }>(child, name);
    return new ServerProcess(name, address, child);
  }

  memory(): Promise<MemoryReply> {
    const reply = replyOf<MemoryReply>(this.child, this.name);
    this.child.send('memory' satisfies Question);
    return reply;
  }

  /** User and system time of all its threads since it started, in microseconds. */
  async cpuUs(): Promise<number> {
    const reply = replyOf<{ cpuUs: number }>(this.child, this.name);
    this.child.send('cpu' satisfies Question);
    return (await reply).cpuUs;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}

/** @throws Error when the server ends in place of an answer; it has said why on stderr */
async function replyOf<R extends Reply>(child: ChildProcess, name: ServerName): Promise<R> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([reply]) => reply as R),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`The server "${name}" has ended with code ${code}.`);
      }),
    ]);
  } finally {
    waiting.abort();
  }
}
