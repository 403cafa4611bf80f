import { setTimeout } from 'node:timers/promises';
import { post } from '../workloads';
import { type Fault, type FaultSetup, Findings } from './fault';

const ORDERS = 500;

/**
 * The connections of each bulk create of 1,000 rows (500 orders with an item each) are killed at a random moment. Afterwards
 * all of its rows are stored, or none; after a 201 all of them.
 */
export const brokenConnections: Fault = {
  name: 'broken-connections',
  runs: 500,
  needsServer: true,
  async run(setup) {
    const findings = new Findings();
    const typicalMs = await typicalTime(setup);
    for (let run = 0; run < setup.runs; run++) {
      const sent = setup.client.send(post(ordersOf(run)));
      await setTimeout(Math.random() * typicalMs);
      await setup.inspector.breakConnections();
      const response = await sent;
      findings.expect([201, 503], response);
      await verify(setup, findings, run, response.status);
    }
    return findings;
  },
};

/** The time of a bulk create whose connections are not killed. */
async function typicalTime({ client }: FaultSetup): Promise<number> {
  await client.expect(201, post(ordersOf(-1)));
  const begun = performance.now();
  await client.expect(201, post(ordersOf(-2)));
  return performance.now() - begun;
}

async function verify({ inspector }: FaultSetup, findings: Findings, run: number, status: number): Promise<void> {
  const ofRun = `FROM orders WHERE customer_email = '${emailOf(run)}'`;
  const orders = await inspector.count(`SELECT COUNT(*) n ${ofRun}`);
  const items = await inspector.count(`SELECT COUNT(*) n FROM order_items WHERE order_id IN (SELECT id ${ofRun})`);
  findings.verify(
    orders === items && (orders === 0 || orders === ORDERS),
    `Run ${run} left ${orders} orders and ${items} items.`,
  );
  findings.verify(status !== 201 || orders === ORDERS, `Run ${run} returned 201, but left ${orders} orders.`);
}

function ordersOf(run: number): readonly object[] {
  return Array.from({ length: ORDERS }, (_, index) => ({
    code: `K${run}-${index}`,
    customer_email: emailOf(run),
    order_items: [{ sku: 'PEN', quantity: 1 }],
  }));
}

function emailOf(run: number): string {
  return `run-${run}@example.com`;
}
