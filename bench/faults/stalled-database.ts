import { setTimeout } from 'node:timers/promises';
import { startMariadb } from '../mariadb/start-mariadb';
import { Findings, type OwnFault } from './fault';
import { loadWhile, verifyStored } from './order-load';
import { isSuccess, longestMs } from './steady-load';

const WRITES_EVERY = 4;
const DEADLINE_MS = 10_000;
/** For the way to the server and back. */
const TOLERANCE_MS = 200;
const WITHIN_MS = 1000;

/**
 * The process of the database is stopped with SIGSTOP for as many seconds as there are runs. No request takes longer than its
 * deadline, and all succeed a second after it goes on.
 */
export const stalledDatabase: OwnFault = {
  name: 'stalled-database',
  runs: 30,
  database: 'MariaDB',
  async runAlone(runs) {
    const findings = new Findings();
    const database = await startMariadb();
    try {
      let wentOnAtMs = 0;
      const answers = await loadWhile(database.url, WRITES_EVERY, async () => {
        await setTimeout(1000);
        database.pause();
        await setTimeout(runs * 1000);
        database.resume();
        wentOnAtMs = performance.now();
        await setTimeout(4000);
      });
      for (const { status } of answers) findings.expect([200, 201, 503], { status, body: '' });
      const longest = longestMs(answers);
      findings.verify(longest <= DEADLINE_MS + TOLERANCE_MS, `A request took ${longest} ms.`);
      const later = answers.filter(({ sentAtMs }) => sentAtMs > wentOnAtMs + WITHIN_MS);
      const failed = later.filter((answer) => !isSuccess(answer));
      findings.verify(failed.length === 0, `${failed.length} of ${later.length} requests failed one second after it.`);
      await verifyStored(answers, [database.url], findings);
    } finally {
      await database.stop();
    }
    return findings;
  },
};
