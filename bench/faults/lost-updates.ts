import { CONNECTIONS, type ReceivedResponse } from '../client';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

/**
 * 32 clients increment one counter: each reads it, and writes the next number with the ETag of the read. The counter must be
 * the number of writes with 200; all others are 412 with the ETag of a later version.
 */
export const lostUpdates: Fault = {
  name: 'lost-updates',
  runs: 10_000,
  async run({ client, runs }) {
    const findings = new Findings();
    const path = `/orders/${keyIn((await client.expect(201, post({ ...newOrder(), total: '0.00' }))).body)}`;
    const read = async () => {
      const response = await client.expect(200, { method: 'GET', path });
      return { response, counter: Number((JSON.parse(response.body) as { total: string }).total) };
    };
    let begun = 0;
    let written = 0;
    const work = async () => {
      while (begun++ < runs) {
        const { response, counter } = await read();
        const content = { total: `${counter + 1}.00` };
        const sent = await client.send({
          method: 'PUT',
          path,
          content,
          headers: { 'If-Match': response.headers.etag! },
        });
        findings.expect([200, 412], sent);
        if (sent.status === 200) written++;
        const [was, is] = [versionOf(response), versionOf(sent)];
        const isRight = sent.status === 200 ? is === was + 1 : is > was;
        findings.verify(isRight, `After a read of version ${was}, a ${sent.status} has the ETag ${sent.headers.etag}.`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    const { counter } = await read();
    findings.verify(counter === written, `${written} writes were executed, but the counter is ${counter}.`);
    return findings;
  },
};

/** The version of the root, from the ETag. */
export function versionOf({ headers }: ReceivedResponse): number {
  return Number(/^"(\d+)-/.exec(headers.etag ?? '')?.[1]);
}
