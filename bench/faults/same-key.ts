import { newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

const AT_ONCE = 12;

/** Twelve concurrent creates with the same unique code: one returns 201, the others 409. */
export const sameKey: Fault = {
  name: 'same-key',
  runs: 500,
  async run({ client, inspector, runs }) {
    const findings = new Findings();
    for (let run = 0; run < runs; run++) {
      const code = `S-${run}`;
      const sent = Array.from({ length: AT_ONCE }, () => client.send(post({ ...newOrder(), code })));
      const responses = await Promise.all(sent);
      for (const response of responses) findings.expect([201, 409], response);
      const created = responses.filter(({ status }) => status === 201).length;
      const rows = await inspector.count(`SELECT COUNT(*) n FROM orders WHERE code = '${code}'`);
      findings.verify(
        created === 1 && rows === 1,
        `Run ${run}: ${created} responses are 201, and ${rows} rows are stored.`,
      );
    }
    return findings;
  },
};
