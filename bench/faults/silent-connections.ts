import { setTimeout } from 'node:timers/promises';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { isSuccess, SteadyLoad } from './steady-load';

const PER_SECOND = 40;
const WITHIN_MS = 6000;
const WARM_MS = 1000;
const WATCHED_MS = 10_000;

/** All open connections fall silent at once, new ones work. Requests succeed again within six seconds. */
export const silentConnections: Fault = {
  name: 'silent-connections',
  runs: 1,
  needsServer: true,
  server: 'defaults',
  needsGateway: true,
  async run({ client, gateway }) {
    const findings = new Findings();
    const key = keyIn((await client.expect(201, post(newOrder(2)))).body);
    // Fills the pool.
    await Promise.all(Array.from({ length: 64 }, () => client.send({ method: 'GET', path: `/orders/${key}` })));
    const load = new SteadyLoad(client.address, PER_SECOND, (index) =>
      index % 4 === 0
        ? { method: 'PUT', path: `/orders/${key}`, content: { total: `${index}.00` } }
        : { method: 'GET', path: `/orders/${key}` },
    );
    await setTimeout(WARM_MS);
    gateway!.silence();
    const silentAtMs = performance.now();
    await setTimeout(WATCHED_MS);
    const answers = await load.end();
    for (const { status } of answers) findings.count(status);
    const later = answers.filter(({ sentAtMs }) => sentAtMs > silentAtMs + WITHIN_MS);
    const failed = later.filter((answer) => !isSuccess(answer));
    findings.verify(failed.length === 0, `${failed.length} of ${later.length} requests failed after six seconds.`);
    return findings;
  },
};
