import { CONNECTIONS, type ReceivedResponse } from '../client';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

/**
 * 32 clients count one counter up: each reads it, and writes one more with the tag of what it has read. The counter is
 * the number of writes that were carried out, and all others were told the tag of a later version.
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
        findings.verify(isRight, `Version ${was} was read, and a ${sent.status} has the tag ${sent.headers.etag}.`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    const { counter } = await read();
    findings.verify(counter === written, `${written} writes were carried out, and the counter is ${counter}.`);
    return findings;
  },
};

/** That of the root, as a tag has it. */
export function versionOf({ headers }: ReceivedResponse): number {
  return Number(/^"(\d+)-/.exec(headers.etag ?? '')?.[1]);
}
