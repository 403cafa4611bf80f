import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { databaseFolder } from './database-folder';
import type { MariadbBinaries } from './mariadb-binaries';

/** A database server for this run only. */
export interface PrivateMariadb {
  /** The address, with a user who may create and drop databases. */
  readonly url: string;
  /** Kills the server with SIGKILL; its data and its port are kept. */
  kill(): Promise<void>;
  /** Starts the killed server again. Resolves once it accepts connections. */
  startAgain(): Promise<void>;
  /** Stops the process of the server with SIGSTOP, which the kernel accepts connections for meanwhile. */
  pause(): void;
  /** Lets the process go on. */
  resume(): void;
  /** Ends the server by its own process id and removes its directory. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 20_000;
const START_ATTEMPTS = 3;

/** Trades durability for speed, since the data does not outlive the run. */
const FAST = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--sync-frm=0',
  '--skip-log-bin',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--performance-schema=OFF',
  '--skip-name-resolve',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
];

/**
 * The keeper is the server's parent and reads a pipe that only this process holds: the pipe ends when we close it,
 * and when we are killed. Either way the server ends and the directory is removed, even after a crash. What is written to the
 * pipe are orders to kill the server, to start it again, and to let it pause.
 */
const KEEPER = `
directory=$1; shift
start() {
  "$@" < /dev/null >> "$directory/log" 2>&1 &
  server=$!
}
start "$@"
trap : HUP INT TERM
while read -r order; do
  case $order in
    kill) kill -9 "$server"; wait "$server"; server= ;;
    start) start "$@" ;;
    pause) kill -STOP "$server" ;;
    resume) kill -CONT "$server" ;;
  esac
done
if [ -n "$server" ]; then
  kill "$server" 2> /dev/null
  kill -CONT "$server" 2> /dev/null
  ( sleep 15; kill -9 "$server" ) > /dev/null 2>&1 &
  keeper=$!
  wait "$server"
  kill "$keeper" 2> /dev/null
fi
rm -rf "$directory"
`;

/**
 * Starts a MariaDB server on a free port of 127.0.0.1, with its data in a temporary directory.
 *
 * @param options further options of the server
 */
export async function startPrivateMariadb(
  binaries: MariadbBinaries,
  options: readonly string[] = [],
): Promise<PrivateMariadb> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(binaries, options);
    } catch (error) {
      // Another process may take the port before the server does.
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function start({ install, server }: MariadbBinaries, options: readonly string[]): Promise<PrivateMariadb> {
  const directory = await mkdtemp(join(databaseFolder(), 'koaggregate-mariadb-'));
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const url = `mysql://koaggregate:${password}@127.0.0.1:${port}/koaggregate`;
  let keeper: ChildProcess | undefined;
  try {
    await installDatabase(install, directory);
    await writeFile(join(directory, 'init.sql'), initialStatements(password));
    keeper = spawnKeeper(directory, [server, ...serverOptions(directory, port), ...options]);
    await untilReady(url, directory);
  } catch (error) {
    await (keeper ? release(keeper) : rm(directory, { recursive: true, force: true }));
    throw error;
  }
  const kept = keeper;
  return {
    url,
    async kill() {
      kept.stdin?.write('kill\n');
      while (await isOpen(port)) await sleep(5);
    },
    startAgain() {
      kept.stdin?.write('start\n');
      return untilReady(url, directory);
    },
    pause: () => void kept.stdin?.write('pause\n'),
    resume: () => void kept.stdin?.write('resume\n'),
    stop: () => release(kept),
  };
}

async function installDatabase(install: string, directory: string): Promise<void> {
  const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  await promisify(execFile)(install, ['--no-defaults', ...asRoot(), `--datadir=${directory}/data`, ...options]);
}

/** An init file has one statement per line. It is executed at each start. */
function initialStatements(password: string): string {
  return [
    'CREATE DATABASE IF NOT EXISTS koaggregate CHARACTER SET utf8mb4;',
    `CREATE USER IF NOT EXISTS 'koaggregate'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    "GRANT ALL ON *.* TO 'koaggregate'@'127.0.0.1' WITH GRANT OPTION;",
    '',
  ].join('\n');
}

function serverOptions(directory: string, port: number): string[] {
  const files = [`--datadir=${directory}/data`, `--socket=${directory}/socket`, `--pid-file=${directory}/pid`];
  const address = ['--bind-address=127.0.0.1', `--port=${port}`, `--init-file=${directory}/init.sql`];
  return ['--no-defaults', ...asRoot(), ...files, ...address, ...FAST];
}

/** The server runs as root only with this option. */
function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

/** In its own session, so that Ctrl+C in a terminal does not signal it directly. */
function spawnKeeper(directory: string, command: readonly string[]): ChildProcess {
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', directory, ...command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  return keeper;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function release(keeper: ChildProcess): Promise<void> {
  keeper.ref();
  const ended = keeper.exitCode === null ? once(keeper, 'exit') : Promise.resolve();
  keeper.stdin?.end();
  await ended;
}

async function untilReady(url: string, directory: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await (await createConnection(url)).end();
    } catch (error) {
      if (Date.now() > deadline || (await hasEnded(directory))) throw await startError(directory, error);
    }
    await sleep(50);
  }
}

async function hasEnded(directory: string): Promise<boolean> {
  return /\[ERROR\] Aborting|Shutdown complete/.test(await log(directory));
}

async function startError(directory: string, cause: unknown): Promise<Error> {
  return new Error(`The private MariaDB does not respond:\n${await log(directory)}`, { cause });
}

async function log(directory: string): Promise<string> {
  return readFile(join(directory, 'log'), 'utf8').catch(() => '');
}

/** Below the range of ephemeral ports, which outgoing connections might take before the server does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (free) await new Promise((resolve) => probe.close(resolve));
    if (free) return port;
  }
}
