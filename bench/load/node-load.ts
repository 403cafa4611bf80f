import { CONNECTIONS } from '../client';
import type { LoadGenerator } from './load-generator';

/** A client in this process. It takes more CPU time than fast servers, which are idle in between. */
export const nodeLoad: LoadGenerator = {
  name: 'node',
  drive: async (client, workload, begin) => {
    await begin();
    const times: number[] = [];
    let sent = 0;
    const work = async () => {
      while (sent < workload.count) {
        sent++;
        const call = workload.next();
        const start = performance.now();
        const response = await client.expect(workload.status, call);
        times.push(performance.now() - start);
        workload.keep?.(response.body);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
  },
};
