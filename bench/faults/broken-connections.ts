import { setTimeout } from 'node:timers/promises';
import { post } from '../workloads';
import { type Fault, Findings, type Scene } from './fault';

const ORDERS = 500;

/**
 * Each bulk create of 1,000 rows, orders with an item each, has its connection killed somewhere on the way. All of them are
 * there afterwards, or none, and the response does not claim otherwise.
 */
export const brokenConnections: Fault = {
  name: 'broken-connections',
  runs: 500,
  needsServer: true,
  async run(scene) {
    const findings = new Findings();
    const usualMs = await usualTime(scene);
    for (let run = 0; run < scene.runs; run++) {
      const sent = scene.client.send(post(ordersOf(run)));
      await setTimeout(Math.random() * usualMs);
      await scene.inspector.breakConnections();
      const response = await sent;
      findings.expect([201, 503], response);
      await verify(scene, findings, run, response.status);
    }
    return findings;
  },
};

async function usualTime({ client }: Scene): Promise<number> {
  await client.expect(201, post(ordersOf(-1)));
  const begun = performance.now();
  await client.expect(201, post(ordersOf(-2)));
  return performance.now() - begun;
}

async function verify({ inspector }: Scene, findings: Findings, run: number, status: number): Promise<void> {
  const ofRun = `FROM orders WHERE customer_email = '${emailOf(run)}'`;
  const orders = await inspector.count(`SELECT COUNT(*) n ${ofRun}`);
  const items = await inspector.count(`SELECT COUNT(*) n FROM order_items WHERE order_id IN (SELECT id ${ofRun})`);
  findings.verify(
    orders === items && (orders === 0 || orders === ORDERS),
    `Run ${run} left ${orders} and ${items} rows.`,
  );
  findings.verify(status !== 201 || orders === ORDERS, `Run ${run} is 201, and left ${orders} orders.`);
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
