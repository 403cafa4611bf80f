import { type Client, CONNECTIONS } from './client';
import type { DatabaseMeter, DatabaseUse } from './database-meter';
import type { ServerName, ServerProcess } from './server-process';
import type { Workload } from './workloads';

/** A server with its client and its workloads. */
export interface MeasuredServer {
  readonly server: ServerProcess;
  readonly client: Client;
  readonly workloads: readonly Workload[];
}

/** The averages of one request. */
export interface Figures {
  readonly cpuUs: number;
  /** The 99th percentile of the latency, with all connections busy. */
  readonly p99Ms: number;
  readonly databaseUs?: number;
  readonly statements?: number;
}

/** For each workload the figures of each server, from its round with the lowest CPU time. */
export type Measured = ReadonlyMap<string, ReadonlyMap<ServerName, Figures>>;

/**
 * Runs every workload once per round, on one server after the other. The order of the servers alternates, so that other
 * processes of the machine affect all of them. The round with the lowest CPU time was disturbed least.
 */
export async function measure(
  servers: readonly MeasuredServer[],
  rounds: number,
  meter?: DatabaseMeter,
): Promise<Measured> {
  const measured = new Map<string, Map<ServerName, Figures>>();
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? servers : [...servers].reverse();
    for (const [index, { name }] of servers[0]!.workloads.entries()) {
      const best = measured.get(name) ?? new Map<ServerName, Figures>();
      measured.set(name, best);
      for (const { server, client, workloads } of order) {
        const figures = await figuresOf(server, client, workloads[index]!, meter);
        // Round 0 warms up.
        if (round > 0 && figures.cpuUs < (best.get(server.name)?.cpuUs ?? Infinity)) best.set(server.name, figures);
      }
    }
  }
  return measured;
}

async function figuresOf(
  server: ServerProcess,
  client: Client,
  workload: Workload,
  meter?: DatabaseMeter,
): Promise<Figures> {
  const [before, databaseBefore] = [await server.cpuUs(), await meter?.read()];
  const times = await drive(client, workload);
  const [after, databaseAfter] = [await server.cpuUs(), await meter?.read()];
  return {
    cpuUs: (after - before) / workload.count,
    p99Ms: times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]!,
    ...(databaseBefore && databaseAfter && perRequest(databaseBefore, databaseAfter, workload.count)),
  };
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

/** Keeps all connections busy until all requests of the workload have been sent. */
async function drive(client: Client, workload: Workload): Promise<number[]> {
  const times: number[] = [];
  let sent = 0;
  const work = async () => {
    while (sent < workload.count) {
      sent++;
      const call = workload.next();
      const start = performance.now();
      const response = await client.expect(workload.status, call);
      times.push(performance.now() - start);
      workload.keep?.(response);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return times;
}
