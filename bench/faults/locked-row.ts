import { setTimeout } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { isSuccess, SteadyLoad } from './steady-load';

const LEAST_SHARE = 0.99;

/** 36 reads of other rows and 4 writes of the locked row arrive each second. */
export const lockedRow = lockedRowFault('locked-row', { runs: 60, perSecond: 40, every: 10 });

/** 40 reads of other rows and 40 writes of the locked row arrive each second: more than the pool has connections. */
export const crowdedRow = lockedRowFault('crowded-row', { runs: 20, perSecond: 80, every: 2 });

interface Load {
  readonly runs: number;
  readonly perSecond: number;
  /** One request in so many writes the locked row. */
  readonly every: number;
}

/** Another client locks a row for as many seconds as there are runs. At least 99 % of the reads of other rows succeed. */
function lockedRowFault(name: string, { runs: seconds, perSecond, every }: Load): Fault {
  return {
    name,
    runs: seconds,
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
      const load = new SteadyLoad(client.address, perSecond, (index) =>
        index % every === 0
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
}
