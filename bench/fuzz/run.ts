import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mariadbSource } from '../mariadb/mariadb-binaries';
import { startPrivateMariadb } from '../mariadb/private-mariadb';
import { createTemporaryDatabase, type TemporaryDatabase } from '../temporary-database';
import { ComparedServer } from './compared-server';
import { describeDomain } from './domain';
import { printFindings, printTally } from './print-outcome';
import { type RunOptions, runRequests } from './run-requests';

/** Ends a process or drops a database after the run. */
type Undo = () => unknown;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const undo: Undo[] = [];
  try {
    const servers: ComparedServer[] = [];
    for (const database of await createDatabases(undo)) servers.push(await startServer(database, undo));
    console.log(
      `${options.requests} requests, seed ${options.seed}: ${servers.map(({ name }) => name).join(' and ')}\n`,
    );
    const outcome = await runRequests(servers, await describeDomain(), options);
    printTally(outcome.tally);
    printFindings(servers, outcome);
    if (outcome.findings.length > 0) process.exitCode = 1;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** @throws TypeError for an unknown option, or a value that is not a whole number */
function readOptions(args: readonly string[]): RunOptions {
  const options = {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    findings: { type: 'string', default: '10' },
    show: { type: 'string' },
  } as const;
  const { requests, seed, findings, show } = parseArgs({ args: [...args], options }).values;
  return {
    requests: wholeNumber('requests', requests),
    seed: wholeNumber('seed', seed),
    maxFindings: wholeNumber('findings', findings),
    show,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`--${name} ${text}: give a whole number below a billion.`);
  return Number(text);
}

/** SQLite, and MariaDB if there is one: TEST_MYSQL_URL, or a private server of this run. */
async function createDatabases(undo: Undo[]): Promise<readonly TemporaryDatabase[]> {
  const databases = [await createTemporaryDatabase()];
  undo.push(databases[0]!.drop);
  const url = await serverUrl(undo);
  if (url === undefined) return databases;
  const onServer = await createTemporaryDatabase(url);
  undo.push(onServer.drop);
  return [...databases, onServer];
}

async function serverUrl(undo: Undo[]): Promise<string | undefined> {
  const source = mariadbSource();
  if (source.kind === 'given') return source.url;
  if (source.kind === 'none') {
    console.log(`MariaDB: not found (${source.reason}): only SQLite is tested.`);
    return undefined;
  }
  const server = await startPrivateMariadb(source.binaries);
  undo.push(server.stop);
  return server.url;
}

async function startServer({ url, kind }: TemporaryDatabase, undo: Undo[]): Promise<ComparedServer> {
  const child = fork(join(__dirname, 'server.js'), [url]);
  undo.push(() => stop(child));
  const [reply] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof reply !== 'object' || reply === null) throw new Error(`The server on ${kind} has ended with ${reply}.`);
  return new ComparedServer(kind, (reply as { readonly address: string }).address);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
