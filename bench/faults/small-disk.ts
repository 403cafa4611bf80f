import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '../server-process';
import { createTemporaryDatabase } from '../temporary-database';
import { inspectorOf } from './database-inspector';

const SIZE_MIB = 32;
/** What is left on a filled disk: some creates succeed before it is full. */
const LEFT_BYTES = 256 * 1024;
const PAGES_LEFT = 20;
const UNLIMITED_PAGES = 1_000_000;

/** A server on a file of SQLite, whose disk can be filled. */
export interface SmallDisk {
  readonly url: string;
  readonly server: ServerProcess;
  /** Leaves room for some rows. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  drop(): Promise<void>;
}

/** A disk in memory where mounting one is permitted, otherwise a quota of pages. */
export async function createSmallDisk(): Promise<SmallDisk> {
  const directory = await mkdtemp(join(tmpdir(), 'koaggregate-disk-'));
  const isMounted = await mount(directory);
  if (isMounted) return mountedDisk(directory);
  await rm(directory, { recursive: true });
  return quota();
}

const execute = promisify(execFile);

/** @returns whether it is permitted */
async function mount(directory: string): Promise<boolean> {
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m`, 'tmpfs', directory]);
    return true;
  } catch {
    return false;
  }
}

async function mountedDisk(directory: string): Promise<SmallDisk> {
  const abandon = () => {
    spawnSync('umount', ['--lazy', directory]);
    process.exit(1);
  };
  process.once('SIGINT', abandon).once('SIGTERM', abandon);
  const unmount = async () => {
    process.off('SIGINT', abandon).off('SIGTERM', abandon);
    await execute('umount', [directory]);
    await rm(directory, { recursive: true });
  };
  const url = `sqlite:${join(directory, 'bench.sqlite')}`;
  const filler = join(directory, 'filler');
  const server = await ServerProcess.start('defaults', url, { isSilent: true }).catch(async (error: unknown) => {
    await unmount();
    throw error;
  });
  return {
    url,
    server,
    async fill() {
      const { bavail, bsize } = await statfs(directory);
      await writeFile(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES));
    },
    makeRoom: () => rm(filler),
    async drop() {
      await server.stop();
      await unmount();
    },
  };
}

async function quota(): Promise<SmallDisk> {
  const database = await createTemporaryDatabase();
  const server = await ServerProcess.start('quota', database.url, { isSilent: true });
  return {
    url: database.url,
    server,
    async fill() {
      const inspector = await inspectorOf(database);
      const pages = await inspector.count('SELECT page_count n FROM pragma_page_count');
      await inspector.close();
      await limitPages(server, pages + PAGES_LEFT);
    },
    makeRoom: () => limitPages(server, UNLIMITED_PAGES),
    async drop() {
      await server.stop();
      await database.drop();
    },
  };
}

async function limitPages(server: ServerProcess, maxPages: number): Promise<void> {
  server.child.send({ maxPages });
  // Messages are read in order.
  await server.cpuUs();
}
