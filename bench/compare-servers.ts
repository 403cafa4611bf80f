import { Client } from './client';
import { compareAuthenticated } from './compare-authenticated';
import { DatabaseMeter } from './database-meter';
import { type Measured, type MeasuredServer, measure, type OfServers } from './measure';
import { verifySameResponses } from './same-responses';
import { type ServerName, ServerProcess } from './server-process';
import type { Settings } from './settings';
import type { TemporaryDatabase } from './temporary-database';
import type { Variant } from './variants/variant';
import { verifyEffect } from './verify-effect';
import { createInWholeSecond } from './whole-second';
import { seedCalls, type Workload, workloadsOf } from './workloads';

const SERVERS: readonly ServerName[] = ['ours', 'handwritten'];

/** The resident memory of a server. */
export interface Memory {
  readonly atRestBytes: number;
  readonly afterReadsBytes: number;
  readonly peakBytes: number;
}

/** The servers, all with one variant of the model. */
export interface Comparison {
  readonly variant: string;
  /** The version of the Node.js that runs them. */
  readonly node: string;
  readonly measured: Measured;
  readonly memory: OfServers<Memory>;
  /** With a custom filter and an authenticator, beside raw. */
  readonly authenticated?: Measured;
}

/** The servers take the name of the variant as their argument. */
interface VariedSettings extends Settings {
  readonly argument: string;
}

interface Compared {
  readonly server: ServerProcess;
  readonly client: Client;
  readonly workloads: readonly Workload[];
  readonly atRestBytes: number;
}

/** Measures a variant of the model on ours and by hand, in an empty database. Raw has no model: it is measured with "plain". */
export async function compareServers(
  { url, isServer }: TemporaryDatabase,
  variant: Variant,
  given: Settings,
): Promise<Comparison> {
  const settings = { ...given, argument: variant.name };
  const isPlain = variant.name === 'plain';
  const seeded = await seed(url, settings);
  await createInWholeSecond(url, seeded[0]!);
  const compared: Compared[] = [];
  const meter = isServer ? await DatabaseMeter.open(url) : undefined;
  try {
    for (const name of isPlain ? [...SERVERS, 'raw' as const] : SERVERS)
      compared.push(await start(name, url, seeded, settings));
    await verify(compared, seeded[0]!, variant);
    const reads = await measureOnly('read', compared, settings, meter);
    const afterReads = await Promise.all(compared.map(async ({ server }) => (await server.resident()).nowBytes));
    const writes = await measureOnly('write', compared, settings, meter);
    const memory: Partial<Record<ServerName, Memory>> = {};
    for (const [index, { server, atRestBytes }] of compared.entries()) {
      const { peakBytes } = await server.resident();
      memory[server.name] = { atRestBytes, afterReadsBytes: afterReads[index]!, peakBytes };
    }
    const authenticated = isPlain ? await compareAuthenticated(url, compared.at(-1)!, settings) : undefined;
    return {
      variant: variant.name,
      node: compared[0]!.server.node,
      measured: { ...reads, ...writes },
      memory,
      authenticated,
    };
  } finally {
    for (const { server, client } of compared) {
      client.close();
      await server.stop();
    }
    await meter?.close();
  }
}

/** Ours creates the tables and the rows for all servers, and ends, so that its memory does not include that work. */
async function seed(url: string, settings: VariedSettings): Promise<number[]> {
  const server = await ServerProcess.start('ours', url, settings);
  const client = new Client(server.address);
  try {
    const keys: number[] = [];
    for (const call of seedCalls()) {
      const created = JSON.parse((await client.expect(201, call)).body) as readonly { readonly id: number }[];
      keys.push(...created.map(({ id }) => id));
    }
    return keys;
  } finally {
    client.close();
    await server.stop();
  }
}

async function start(
  name: ServerName,
  url: string,
  seeded: readonly number[],
  settings: VariedSettings,
): Promise<Compared> {
  const server = await ServerProcess.start(name, url, settings);
  const { nowBytes: atRestBytes } = await server.resident();
  return { server, client: new Client(server.address), workloads: workloadsOf(seeded, settings), atRestBytes };
}

async function verify(compared: readonly Compared[], key: number, variant: Variant): Promise<void> {
  await verifySameResponses(
    compared.map(({ client }) => client),
    key,
  );
  for (const { server, client } of compared) await verifyEffect(server, client, variant);
}

function measureOnly(
  phase: 'read' | 'write',
  compared: readonly Compared[],
  settings: Settings,
  meter?: DatabaseMeter,
): Promise<Measured> {
  const servers = compared.map(({ server, client, workloads }): MeasuredServer => {
    return { server, client, workloads: workloads.filter(({ kind }) => (kind === 'read') === (phase === 'read')) };
  });
  return measure(servers, settings, meter);
}
