import { Client } from './client';
import { type Measured, type MeasuredServer, measure } from './measure';
import { ServerProcess } from './server-process';
import type { Settings } from './settings';

/** The cost that a custom filter and authenticator add to a read; undefined if no read of one is measured. */
export async function compareAuthenticated(
  url: string,
  raw: MeasuredServer,
  settings: Settings,
): Promise<Measured | undefined> {
  const workloads = raw.workloads.filter(({ name }) => name === 'read one');
  if (workloads.length === 0) return undefined;
  const server = await ServerProcess.start('authenticated', url, settings);
  const client = new Client(server.address);
  try {
    const { server: rawServer, client: rawClient } = raw;
    const servers = [
      { server, client, workloads },
      { server: rawServer, client: rawClient, workloads },
    ];
    return await measure(servers, settings);
  } finally {
    client.close();
    await server.stop();
  }
}
