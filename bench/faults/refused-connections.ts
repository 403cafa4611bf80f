import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

const CLIENTS = 20;

/** The database grants four connections to a pool of ten. Twenty clients get no 503. */
export const refusedConnections: Fault = {
  name: 'refused-connections',
  runs: 2000,
  needsServer: true,
  server: 'defaults',
  grantedConnections: 4,
  async run({ client, runs }) {
    const findings = new Findings();
    const key = keyIn((await client.expect(201, post(newOrder(2)))).body);
    let left = runs;
    const send = async () => {
      for (; left > 0; left--) {
        findings.expect([200], await client.send({ method: 'GET', path: `/orders/${key}?expand=order_items` }));
        findings.expect([201], await client.send(post(newOrder(1))));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, send));
    return findings;
  },
};
