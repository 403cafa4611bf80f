import { setTimeout } from 'node:timers/promises';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { isSuccess, longestMs, SteadyLoad } from './steady-load';

const PER_SECOND = 20;
const DEADLINE_MS = 10_000;
/** For the way to the server and back. */
const TOLERANCE_MS = 200;
const WITHIN_MS = 1000;

/** The database answers nothing for as many seconds as there are runs. No request takes longer than its deadline. */
export const stalledDatabase: Fault = {
  name: 'stalled-database',
  runs: 30,
  needsServer: true,
  server: 'defaults',
  needsGateway: true,
  async run({ client, gateway, runs }) {
    const findings = new Findings();
    const key = keyIn((await client.expect(201, post(newOrder(2)))).body);
    const load = new SteadyLoad(client.address, PER_SECOND, (index) =>
      index % 4 === 0
        ? { method: 'PUT', path: `/orders/${key}`, content: { total: `${index}.00` } }
        : { method: 'GET', path: `/orders/${key}` },
    );
    await setTimeout(1000);
    const goOn = gateway!.stall();
    await setTimeout(runs * 1000);
    goOn();
    const endedAtMs = performance.now();
    await setTimeout(4000);
    const answers = await load.end();
    for (const { status } of answers) findings.count(status);
    const longest = longestMs(answers);
    findings.verify(longest <= DEADLINE_MS + TOLERANCE_MS, `A request took ${longest} ms.`);
    const later = answers.filter(({ sentAtMs }) => sentAtMs > endedAtMs + WITHIN_MS);
    const failed = later.filter((answer) => !isSuccess(answer));
    findings.verify(failed.length === 0, `${failed.length} of ${later.length} requests failed one second after it.`);
    return findings;
  },
};
