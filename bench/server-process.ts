import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Way } from './handwritten/create-orders';
import type { Counted, MemoryReply, Query, Reply, Resident } from './servers/reply-to-parent';

export type ServerName =
  | 'ours'
  | 'handwritten'
  | 'raw'
  | 'generated'
  | 'counted'
  | 'defaults'
  | 'drained'
  | 'workers'
  | 'authenticated'
  | 'observed'
  | 'keyed'
  | 'pictures'
  | 'quota'
  | 'projects'
  | 'extras';

export interface StartOptions {
  /** The argument of the server after its database URL: the number of resources, or the variant of the model. */
  readonly argument?: string;
  /** The folder for its CPU profile. */
  readonly profileDir?: string;
  /** The Node.js binary; the current one by default. */
  readonly node?: string;
  /** Whether its log is dropped, for runs that provoke errors. */
  readonly isSilent?: boolean;
}

/** A server in its own process, which reports its CPU time, memory and counts. */
export class ServerProcess {
  readonly #ended = new AbortController();

  private constructor(
    readonly name: ServerName,
    readonly address: string,
    /** The version of the Node.js that runs it. */
    readonly node: string,
    readonly child: ChildProcess,
  ) {
    child.once('exit', (code, signal) => this.#ended.abort(endOf(name, code, signal)));
  }

  /** Aborted when the process has ended, with an error that names it. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  static async start(
    name: ServerName,
    databaseUrl: string,
    { argument = '', profileDir, node = process.execPath, isSilent = false }: StartOptions = {},
  ): Promise<ServerProcess> {
    const execArgv = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
    const child = fork(join(__dirname, 'servers', `${name}.js`), [databaseUrl, argument], {
      execArgv,
      execPath: node,
      silent: isSilent,
    });
    // An unread pipe would block the server when it is full.
    child.stdout?.resume();
    child.stderr?.resume();
    const { address, node: version } = await replyOf<{ address: string; node: string }>(child, name);
    return new ServerProcess(name, address, version, child);
  }

  memory(): Promise<MemoryReply> {
    return this.#query('memory');
  }

  resident(): Promise<Resident> {
    return this.#query('resident');
  }

  /** Chooses how rows are created; only in the server by hand. */
  async use(way: Way): Promise<void> {
    await this.#query({ way });
  }

  /** Starts to count functions and statements; only in the server "counted". */
  async count(): Promise<void> {
    await this.#query('count');
  }

  counted(): Promise<Counted> {
    return this.#query('counted');
  }

  /** User and system CPU time of all threads since the start, in microseconds. */
  async cpuUs(): Promise<number> {
    return (await this.#query<{ cpuUs: number }>('cpu')).cpuUs;
  }

  #query<R extends Reply>(query: Query): Promise<R> {
    const reply = replyOf<R>(this.child, this.name);
    this.child.send(query);
    return reply;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    if (this.child.connected) this.child.disconnect();
    await ended;
  }
}

/** @throws Error if the server exits; its stderr has the reason */
async function replyOf<R extends Reply>(child: ChildProcess, name: ServerName): Promise<R> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([reply]) => reply as R),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw endOf(name, code as number | null, by as NodeJS.Signals | null);
      }),
    ]);
  } finally {
    waiting.abort();
  }
}

function endOf(name: ServerName, code: number | null, signal: NodeJS.Signals | null): Error {
  return new Error(`The server "${name}" ended ${signal ? `by ${signal}` : `with exit code ${code}`}.`);
}
