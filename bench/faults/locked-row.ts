import { setTimeout } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { isSuccess, SteadyLoad } from './steady-load';

const PER_SECOND = 40;
/** One request in so many writes the locked row. */
const EVERY = 10;
const LEAST_SHARE = 0.99;

/**
 * Another client locks a row for as many seconds as there are runs, while 36 reads of other rows and 4 writes of that row
 * arrive each second. At least 99 % of the reads succeed.
 */
export const lockedRow: Fault = {
  name: 'locked-row',
  runs: 60,
  needsServer: true,
  server: 'defaults',
  async run({ client, database, runs }) {
    const findings = new Findings();
    const [locked, read] = [await create(), await create()];
    async function create(): Promise<number> {
      return keyIn((await client.expect(201, post(newOrder(2)))).body);
    }
    const other = await createConnection(database.url);
    await other.query('START TRANSACTION');
    await other.query('SELECT * FROM orders WHERE id = ? FOR UPDATE', [locked]);
    const load = new SteadyLoad(client.address, PER_SECOND, (index) =>
      index % EVERY === 0
        ? { method: 'PUT', path: `/orders/${locked}`, content: { total: '1.00' } }
        : { method: 'GET', path: `/orders/${read}` },
    );
    await setTimeout(runs * 1000);
    await other.query('ROLLBACK');
    await other.end();
    const reads = (await load.end()).filter(({ call }) => call.method === 'GET');
    for (const { status } of reads) findings.count(status);
    const share = reads.filter(isSuccess).length / reads.length;
    findings.verify(share >= LEAST_SHARE, `Only ${(share * 100).toFixed(1)} % of the reads of other rows succeeded.`);
    return findings;
  },
};
