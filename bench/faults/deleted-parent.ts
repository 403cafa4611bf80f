import { setTimeout } from 'node:timers/promises';
import type { Call, ReceivedResponse } from '../client';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

const CHILDREN = 4;
/** The requests start at random times within this interval. */
const WITHIN_MS = 10;

/** Children are created, by POST and by a PUT of their root, while the root is deleted. No child may remain without its root. */
export const deletedParent: Fault = {
  name: 'deleted-parent',
  runs: 500,
  async run({ client, inspector, runs }) {
    const findings = new Findings();
    const item = { sku: 'PEN', quantity: 1 };
    const send = (call: Call): Promise<ReceivedResponse> =>
      setTimeout(Math.random() * WITHIN_MS).then(() => client.send(call));
    for (let run = 0; run < runs; run++) {
      const path = `/orders/${keyIn((await client.expect(201, post(newOrder(1)))).body)}`;
      const creates = Array.from({ length: CHILDREN }, (_, index) =>
        index % 2 === 0
          ? send({ method: 'POST', path: `${path}/order_items`, content: item })
          : send({ method: 'PUT', path, content: { order_items: [item] } }),
      );
      const [deleted, ...created] = await Promise.all([send({ method: 'DELETE', path }), ...creates]);
      findings.expect([204], deleted!);
      for (const response of created) findings.expect([200, 201, 404], response);
    }
    const orphans = 'FROM order_items WHERE order_id NOT IN (SELECT id FROM orders)';
    const left = await inspector.count(`SELECT COUNT(*) n ${orphans}`);
    findings.verify(left === 0, `${left} items have no order.`);
    return findings;
  },
};
