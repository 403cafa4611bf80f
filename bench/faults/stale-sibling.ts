import type { ReceivedResponse } from '../client';
import { newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { versionOf } from './lost-updates';

interface Order {
  readonly id: number;
  readonly order_items: readonly { readonly id: number }[];
}

/**
 * Two clients read different children of one root, and each writes the child that it has read, concurrently or one after the
 * other. One gets 200; the other gets 412 with the ETag of that 200, and has written nothing.
 */
export const staleSibling: Fault = {
  name: 'stale-sibling',
  runs: 500,
  async run({ client, inspector, runs }) {
    const findings = new Findings();
    for (let run = 0; run < runs; run++) {
      const { id, order_items } = JSON.parse((await client.expect(201, post(newOrder(2)))).body) as Order;
      const paths = order_items.map((item) => `/orders/${id}/order_items/${item.id}`);
      const read: ReceivedResponse[] = [];
      for (const path of paths) read.push(await client.expect(200, { method: 'GET', path }));
      const write = (index: number) => {
        const headers = { 'If-Match': read[index]!.headers.etag! };
        return client.send({ method: 'PUT', path: paths[index]!, content: { quantity: 1000 + index }, headers });
      };
      const first = run % 4 < 2 ? 0 : 1;
      const responses =
        run % 2 === 0 ? await Promise.all([write(0), write(1)]) : [await write(first), await write(1 - first)];
      for (const response of responses) findings.expect([200, 412], response);
      const [won, lost] = [...responses].sort((one, other) => one.status - other.status) as [
        ReceivedResponse,
        ReceivedResponse,
      ];
      const isOne = won.status === 200 && lost.status === 412 && versionOf(won) === versionOf(lost);
      findings.verify(
        isOne,
        `Run ${run}: ${responses.map((response) => `${response.status} ${response.headers.etag}`).join(' and ')}.`,
      );
      const written = await inspector.count(
        `SELECT COUNT(*) n FROM order_items WHERE order_id = ${id} AND quantity >= 1000`,
      );
      findings.verify(written === 1, `Run ${run}: ${written} children were written.`);
    }
    return findings;
  },
};
