import { parseArgs } from 'node:util';
import { Client } from '../client';
import { privateSource } from '../mariadb/mariadb-binaries';
import { printTable } from '../print-table';
import { ServerProcess } from '../server-process';
import { createTemporaryDatabase } from '../temporary-database';
import { absentDatabase } from './absent-database';
import { brokenConnections } from './broken-connections';
import { brokenInvariants } from './broken-invariants';
import { inspectorOf } from './database-inspector';
import { deletedParent } from './deleted-parent';
import { failOver } from './fail-over';
import type { Fault, Findings, OwnFault, SharedFault } from './fault';
import { fullDisk } from './full-disk';
import { startGateway } from './gateway';
import { createGrantedUser } from './granted-user';
import { killedDatabase } from './killed-database';
import { killedProcess } from './killed-process';
import { crowdedRow, lockedRow } from './locked-row';
import { lostUpdates } from './lost-updates';
import { oppositeUpdates } from './opposite-updates';
import { overloadedPages, overloadedReads, slowClients } from './overload';
import { refusedConnections } from './refused-connections';
import { repeatedRequest } from './repeated-request';
import { rollingRestart } from './rolling-restart';
import { sameKey } from './same-key';
import { serialOrder } from './serial-order';
import { silentConnections } from './silent-connections';
import { soak } from './soak';
import { staleSibling } from './stale-sibling';
import { stalledDatabase } from './stalled-database';
import { stoppedProcess } from './stopped-process';

const FAULTS: readonly Fault[] = [
  brokenConnections,
  oppositeUpdates,
  sameKey,
  deletedParent,
  repeatedRequest,
  killedProcess,
  lostUpdates,
  staleSibling,
  serialOrder,
  brokenInvariants,
  lockedRow,
  crowdedRow,
  silentConnections,
  stalledDatabase,
  refusedConnections,
  absentDatabase,
  stoppedProcess,
  rollingRestart,
  soak,
  killedDatabase,
  failOver,
  fullDisk,
  overloadedPages,
  overloadedReads,
  slowClients,
];
const QUICK = 0.02;
const SHOWN_VIOLATIONS = 5;

/** Provokes faults such as lost connections and killed processes, and fails if a guarantee about stored data is violated. */
async function main(): Promise<void> {
  const options = { quick: { type: 'boolean' }, share: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const share = values.quick ? QUICK : shareOf(values.share);
  const faults = chosen(positionals);
  const timesOf = ({ runs }: Fault) => Math.ceil(runs * share);
  const rows: string[][] = [];
  for (const url of process.env.BENCH_URL ? [undefined, process.env.BENCH_URL] : [undefined]) {
    for (const fault of faults) {
      if ('runAlone' in fault || (fault.needsServer && url === undefined)) continue;
      rows.push(await provoke(fault, timesOf(fault), url));
    }
  }
  const source = privateSource();
  for (const fault of faults) {
    if (!('runAlone' in fault)) continue;
    if (fault.database === 'SQLite' || source.kind === 'private') rows.push(await provokeAlone(fault, timesOf(fault)));
    else console.error(`${fault.name}: skipped (${source.reason})`);
  }
  printTable(['fault', 'database', 'runs', 'responses by status', 'violations', 's'], rows);
}

/** @throws TypeError unless the share is a number above 0 and at most 1 */
function shareOf(text = '1'): number {
  const share = Number(text);
  if (share > 0 && share <= 1) return share;
  throw new TypeError(`--share ${text}: give a number above 0 and at most 1.`);
}

/** @throws Error for an unknown fault */
function chosen(names: readonly string[]): readonly Fault[] {
  const unknown = names.find((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown)
    throw new Error(`Unknown fault "${unknown}". Known faults: ${FAULTS.map(({ name }) => name).join(', ')}.`);
  return names.length === 0
    ? FAULTS.filter(({ isTimed }) => !isTimed)
    : FAULTS.filter(({ name }) => names.includes(name));
}

async function provoke(fault: SharedFault, runs: number, url?: string): Promise<string[]> {
  const database = await createTemporaryDatabase(url);
  const gateway = fault.needsGateway ? await startGateway(database.url) : undefined;
  const user = fault.grantedConnections ? await createGrantedUser(database, fault.grantedConnections) : undefined;
  const serverUrl = gateway?.url ?? user?.url ?? database.url;
  const server = await ServerProcess.start(fault.server ?? 'ours', serverUrl, { isSilent: true });
  const client = new Client(server.address);
  const inspector = await inspectorOf(database);
  try {
    return await rowOf(fault, runs, database.kind, () =>
      fault.run({ client, server, database, inspector, gateway, runs }),
    );
  } finally {
    client.close();
    await inspector.close();
    await server.stop();
    await gateway?.stop();
    await user?.drop();
    await database.drop();
  }
}

function provokeAlone(fault: OwnFault, runs: number): Promise<string[]> {
  return rowOf(fault, runs, fault.database, () => fault.runAlone(runs));
}

async function rowOf(fault: Fault, runs: number, database: string, run: () => Promise<Findings>): Promise<string[]> {
  const begun = performance.now();
  const findings = await run();
  report(fault, findings);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  return [fault.name, database, String(runs), findings.statuses, String(findings.violations.length), seconds];
}

function report({ name }: Fault, { violations, notes }: Findings): void {
  for (const note of notes) console.log(`${name}: ${note}`);
  for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) console.error(`${name}: ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
