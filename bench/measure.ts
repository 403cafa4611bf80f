import { type Client, CONNECTIONS } from './client';
import type { Scenario } from './scenarios';
import type { ServerName, ServerProcess } from './server-process';

/** A server with its client and its own row of scenarios. */
export interface Contestant {
  readonly server: ServerProcess;
  readonly client: Client;
  readonly scenarios: readonly Scenario[];
}

/** Scenario by scenario, the lowest CPU time per request of each server, in microseconds. */
export type Lowest = ReadonlyMap<string, Readonly<Record<ServerName, number>>>;

/**
 * Runs every scenario once a round, first on one server and then on the other; the next round begins with the other
 * one, and what the machine does meanwhile falls on both. The lowest of the rounds is the one least disturbed.
 */
export async function measure(contestants: readonly Contestant[], rounds: number): Promise<Lowest> {
  const lowest = new Map<string, Record<ServerName, number>>();
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? contestants : [...contestants].reverse();
    for (const [index, { name }] of contestants[0]!.scenarios.entries()) {
      const best = lowest.get(name) ?? { ours: Infinity, handwritten: Infinity };
      for (const { server, client, scenarios } of order) {
        const us = await cpuPerRequest(server, client, scenarios[index]!);
        // Round 0 warms up.
        if (round > 0) best[server.name] = Math.min(best[server.name], us);
      }
      lowest.set(name, best);
    }
  }
  return lowest;
}

async function cpuPerRequest(server: ServerProcess, client: Client, scenario: Scenario): Promise<number> {
  const before = await server.cpuUs();
  await drive(client, scenario);
  return ((await server.cpuUs()) - before) / scenario.count;
}

/** Keeps all connections busy until the scenario has been sent as often as it says. */
async function drive(client: Client, scenario: Scenario): Promise<void> {
  let sent = 0;
  const work = async () => {
    while (sent < scenario.count) {
      sent++;
      const answer = await client.expect(scenario.status, scenario.next());
      scenario.keep?.(answer);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}
