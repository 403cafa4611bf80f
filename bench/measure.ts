import { setTimeout } from 'node:timers/promises';
import type { Client } from './client';
import type { DatabaseMeter, DatabaseUse } from './database-meter';
import { WAYS, type Way } from './handwritten/create-orders';
import type { LoadGenerator } from './load/load-generator';
import type { ServerName, ServerProcess } from './server-process';
import type { Workload } from './workloads';

/** A server with its client and its workloads. */
export interface MeasuredServer {
  readonly server: ServerProcess;
  readonly client: Client;
  readonly workloads: readonly Workload[];
}

const REPORTED_AFTER_MS = 200;

/** The averages of one request. */
export interface Figures {
  readonly cpuUs: number;
  /** The 99th percentile of the latency, with all connections busy. */
  readonly p99Ms: number;
  readonly databaseUs?: number;
  readonly statements?: number;
  /** The faster way to create rows by hand. */
  readonly way?: Way;
}

export interface Means {
  readonly rounds: number;
  readonly load: LoadGenerator;
}

/** For each workload the figures of each server, from its round with the lowest CPU time. */
export type Measured = Readonly<Record<string, OfServers<Figures>>>;
export type OfServers<T> = Readonly<Partial<Record<ServerName, T>>>;

/**
 * Runs every workload once per round, on one server after the other. The order of the servers alternates, so that other
 * processes of the machine affect all of them. The round with the lowest CPU time was disturbed least.
 */
export async function measure(
  servers: readonly MeasuredServer[],
  { rounds, load }: Means,
  meter?: DatabaseMeter,
): Promise<Measured> {
  const measured: Record<string, Partial<Record<ServerName, Figures>>> = {};
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? servers : [...servers].reverse();
    for (const [index, { name }] of servers[0]!.workloads.entries()) {
      measured[name] ??= {};
      const best = measured[name];
      for (const { server, client, workloads } of order) {
        const figures = await fastestOf({ server, client, workload: workloads[index]! }, load, meter);
        // Round 0 warms up.
        if (round > 0 && figures.cpuUs < (best[server.name]?.cpuUs ?? Infinity)) best[server.name] = figures;
      }
    }
  }
  return measured;
}

interface Measuring {
  readonly server: ServerProcess;
  readonly client: Client;
  readonly workload: Workload;
}

/** By hand, the faster way to create rows counts. */
async function fastestOf(measuring: Measuring, load: LoadGenerator, meter?: DatabaseMeter): Promise<Figures> {
  const { server, workload } = measuring;
  if (server.name !== 'handwritten' || workload.kind !== 'create') return figuresOf(measuring, load, meter);
  const measured: Figures[] = [];
  for (const way of WAYS) {
    await server.use(way);
    measured.push({ ...(await figuresOf(measuring, load, meter)), way });
  }
  return measured.reduce((fastest, one) => (one.cpuUs < fastest.cpuUs ? one : fastest));
}

async function figuresOf(
  { server, client, workload }: Measuring,
  load: LoadGenerator,
  meter?: DatabaseMeter,
): Promise<Figures> {
  const counters = async () => ({ cpuUs: await server.cpuUs(), database: await meter?.read() });
  let before = await counters();
  const begin = async () => {
    before = await counters();
  };
  const p99Ms = await load.drive(client, workload, begin, server.ended).catch(async (error: Error) => {
    throw await failureOf(workload, server, error);
  });
  const after = await counters();
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / workload.count,
    p99Ms,
    ...(before.database && after.database && perRequest(before.database, after.database, workload.count)),
  };
}

/** The end of a server is reported a little later than the end of its connections. */
async function failureOf({ name }: Workload, { ended }: ServerProcess, error: Error): Promise<Error> {
  await setTimeout(REPORTED_AFTER_MS);
  return new Error(`"${name}" failed: ${ended.aborted ? (ended.reason as Error).message : error.message}`);
}

function perRequest(
  before: DatabaseUse,
  after: DatabaseUse,
  count: number,
): Pick<Figures, 'databaseUs' | 'statements'> {
  const { cpuUs: end } = after;
  return {
    // Excludes the query of the meter.
    statements: (after.statements - before.statements - 1) / count,
    ...(end !== undefined && { databaseUs: (end - before.cpuUs!) / count }),
  };
}
