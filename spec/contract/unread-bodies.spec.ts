import { Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain, RenamedFrom } from '../../lib';
import { IntegerColumn } from '../support/columns';
import { rawRequest, statusesIn } from '../support/core/raw-request';
import { papers } from '../support/domain/papers';
import { useServed } from '../support/serve-shop';

@AggregateRoot({ concurrency: 'required' })
@Table({ tableName: 'unread_gates' })
class Gate extends BaseDomain {
  @RenamedFrom('size', { until: '2097-06-30' }) @IntegerColumn declare width: number | null;
}

const served = useServed([...papers, Gate], { Class: Application });

const BATCH = 'application/vnd.koaggregate.batch+json';

const headOf = (line: string, length: number, ...headers: readonly string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: a', `Content-Length: ${length}`, ...headers].join('\r\n')}\r\n\r\n`;

/** Sends the head of a request and one byte of its body, and no more. */
async function headAlone(line: string, headers: readonly string[] = []): Promise<string> {
  const response = await rawRequest(served.address, `${headOf(line, 1e6, 'Connection: close', ...headers)}{`);
  const { status, detail } = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
  return `${status} ${detail}`;
}

const JSON_TYPE = ['Content-Type: application/json'];

describe('A mistake in path, query or headers', () => {
  it.each([
    ['PUT /papers/1,,2', [], '400 One of the ids in the path is empty.'],
    ['POST /papers?colour=red', [], /^400 .*colour/],
    ['POST /papers/abc/pages', [], /^404 .*abc/],
    ['PUT /papers/abc/receipt', [], /^404 .*abc/],
    ['PUT /papers/7', ['If-Match: bad'], /^400 .*If-Match/],
    ['POST /papers', ['If-Match: bad'], /^400 .*If-Match/],
    ['PATCH /papers/7', ['If-Match: bad'], /^400 .*If-Match/],
    ['PUT /gates/7', [], /^428 .*If-Match/],
  ])('of %s %j is answered before the body is received', async (line, headers, answer) => {
    expect(await headAlone(line, [...JSON_TYPE, ...headers])).toMatch(answer);
    // In a preview, the body may have that status, too.
    expect(await headAlone(line, [...JSON_TYPE, ...headers, 'Prefer: preview'])).toMatch(answer);
  });

  it('of a batch is answered before the body is received', async () => {
    const answer = await headAlone('PATCH /papers/7,8', [`Content-Type: ${BATCH}`]);

    expect(answer).toBe('400 A batch changes one root: send a batch for each.');
  });

  it('of a large value is answered before the value is received', async () => {
    const answer = await headAlone('PUT /papers/7,8/photo', ['Content-Type: image/png']);

    expect(answer).toBe('400 A large value is read and written for one id at a time.');
  });

  it.each<[status: number, line: string, type: string, length?: number]>([
    [400, 'PUT /papers/1,,2', 'application/json'],
    [415, 'PUT /papers/7', 'text/html'],
    [404, 'PUT /nowhere/7', 'application/json'],
    [428, 'PUT /gates/7', 'application/json'],
    [413, 'POST /papers', 'application/json', 1e9],
    [413, 'PUT /papers/7/photo', 'image/png', 1e9],
  ])(
    'is answered by %i in place of 100 Continue, and ends the connection: %s',
    async (status, line, type, length = 1e6) => {
      const head = headOf(line, length, 'Expect: 100-continue', `Content-Type: ${type}`);
      const response = await rawRequest(served.address, head);

      expect(statusesIn(response)).toEqual([status]);
      expect(response).toContain('\r\nConnection: close\r\n');
    },
  );

  it('comes before those of the body', async () => {
    const json = { 'Content-Type': 'application/json' };

    const { status, body } = await served.request('PUT', '/papers/1,,2', '{"title": ', json);

    expect([status, body.detail]).toEqual([400, 'One of the ids in the path is empty.']);
  });
});
