import { setTimeout } from 'node:timers/promises';
import { startMariadb } from '../mariadb/start-mariadb';
import { type Fault, Findings } from './fault';
import { loadWhile, verifyStored, verifySuccess } from './order-load';

/** The time between a start and the next kill. */
const WATCHED_MS = 3000;
const WRITES_EVERY = 2;
const LONGEST_OUTAGE_MS = 1000;
const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-flush-method=fsync', '--innodb-doublewrite=1'];

/**
 * The database is killed with SIGKILL under load and started again. Requests succeed or get a 503, and succeed within two
 * seconds after the database accepts connections again. No acknowledged write is lost.
 */
export const killedDatabase: Fault = {
  name: 'killed-database',
  runs: 20,
  database: 'MariaDB',
  async runAlone(runs) {
    const findings = new Findings();
    const database = await startMariadb(DURABLE);
    try {
      const acceptsAtMs: number[] = [];
      const answers = await loadWhile(database.url, WRITES_EVERY, async () => {
        for (let run = 0; run < runs; run++) {
          await setTimeout(WATCHED_MS);
          await database.kill();
          await setTimeout(Math.random() * LONGEST_OUTAGE_MS);
          await database.startAgain();
          acceptsAtMs.push(performance.now());
        }
        await setTimeout(WATCHED_MS);
      });
      for (const { status } of answers) findings.expect([200, 201, 503], { status, body: '' });
      const longestMs = Math.max(...acceptsAtMs.map((atMs) => verifySuccess(answers, atMs, findings)));
      findings.note(`reads and writes succeeded again after ${longestMs} ms at most`);
      await verifyStored(answers, [database.url], findings);
    } finally {
      await database.stop();
    }
    return findings;
  },
};
