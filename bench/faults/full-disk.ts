import { Client, CONNECTIONS, type ReceivedResponse } from '../client';
import { keyIn, newOrder, post } from '../workloads';
import { inspectorOf } from './database-inspector';
import { Findings, type OwnFault } from './fault';
import { createSmallDisk, type SmallDisk } from './small-disk';

/** Each client creates until it got so many 503s. */
const REFUSALS = 5;
const ITEMS = 20;
const WRITES_AFTER = 20;
const DETAIL = 'The database has no space left: try again later.';

/**
 * The disk of the database becomes full while 32 clients create and read, and has room again afterwards. Creates are 503
 * meanwhile, reads are 200; afterwards creates are 201, the file is intact, and each acknowledged row is there.
 */
export const fullDisk: OwnFault = {
  name: 'full-disk',
  runs: 20,
  database: 'SQLite',
  async runAlone(runs) {
    const findings = new Findings();
    const disk = await createSmallDisk();
    const client = new Client(disk.server.address);
    try {
      const keys = [keyIn((await client.expect(201, post(newOrder(ITEMS)))).body)];
      for (let run = 0; run < runs; run++) {
        await disk.fill();
        await Promise.all(Array.from({ length: CONNECTIONS }, () => createUntilRefused(client, keys, findings)));
        await disk.makeRoom();
        for (let index = 0; index < WRITES_AFTER; index++) {
          const response = await client.send(post(newOrder(ITEMS)));
          findings.expect([201], response);
          if (response.status === 201) keys.push(keyIn(response.body));
        }
      }
      await verifyRows(disk, keys, findings);
    } finally {
      client.close();
      await disk.drop();
    }
    return findings;
  },
};

/** Adds the keys of the created orders. */
async function createUntilRefused(client: Client, keys: number[], findings: Findings): Promise<void> {
  for (let refusals = 0; refusals < REFUSALS; ) {
    const created = await client.send(post(newOrder(ITEMS)));
    findings.expect([201, 503], created);
    if (created.status === 201) keys.push(keyIn(created.body));
    else refusals++;
    if (created.status === 503)
      findings.verify(detailOf(created) === DETAIL, `A 503 has the detail: ${detailOf(created)}`);
    findings.expect([200], await client.send({ method: 'GET', path: `/orders/${keys[0]}?expand=order_items` }));
  }
}

function detailOf({ body }: ReceivedResponse): string {
  return (JSON.parse(body) as { readonly detail: string }).detail;
}

/** No more rows than those that were acknowledged: a 503 leaves nothing. */
async function verifyRows({ url }: SmallDisk, keys: readonly number[], findings: Findings): Promise<void> {
  const inspector = await inspectorOf({ url, isServer: false });
  const stored = `FROM orders WHERE id IN (${keys.join(',')})`;
  const found = await inspector.count(`SELECT COUNT(*) n ${stored}`);
  const all = await inspector.count('SELECT COUNT(*) n FROM orders');
  const items = await inspector.count('SELECT COUNT(*) n FROM order_items');
  const isIntact = await inspector.count(
    "SELECT COUNT(*) = 1 AND MAX(integrity_check) = 'ok' n FROM pragma_integrity_check",
  );
  await inspector.close();
  findings.verify(isIntact === 1, 'The integrity check of the file fails.');
  findings.verify(found === keys.length, `${keys.length - found} of ${keys.length} acknowledged orders are missing.`);
  findings.verify(all === keys.length, `${all} orders are stored, ${keys.length} were acknowledged.`);
  findings.verify(items === keys.length * ITEMS, `${items} items are stored for ${keys.length} orders.`);
}
