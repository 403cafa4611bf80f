import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HasMany, Table } from 'sequelize-typescript';
import ts from 'typescript';
import { Action, AggregateRoot, BaseDomain, type EntityId } from '../../lib';
import { IntegerColumn, KeyOf, StringColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';

let carriedOut = 0;

@AggregateRoot({ concurrency: 'required', idempotency: 'optional' })
@Table({ tableName: 'notes' })
class Note extends BaseDomain {
  @StringColumn(200) declare text: string;
  @IntegerColumn declare count: number;
  @HasMany(() => Line) declare lines: Line[];

  @Action({ value: 'add' })
  add(by: number): void {
    carriedOut++;
    this.count += by;
  }
}

@Table({ tableName: 'note_lines' })
class Line extends BaseDomain {
  @StringColumn(20) declare text: string;
  @KeyOf(() => Note) declare noteId: EntityId;
}

interface Edit {
  aggregate: string;
  url: string;
  method: string;
  body?: string;
  key: string;
  tag: string;
}

/** The declarations of the page. */
interface Guide {
  write(url: string, init: RequestInit, attempts?: number): Promise<Response>;
  change<T>(url: string, merge: (current: T) => Partial<T>): Promise<Response>;
  send(outbox: {
    edits: Edit[];
    store(): Promise<void>;
    merge(edit: Edit): Promise<Edit | undefined>;
    rejected(edit: Edit, response: Response): Promise<void>;
  }): Promise<void>;
}

/** A second of the guide, which waits between its attempts, is a hundredth of a second. */
const soon = (callback: () => void, delayMs: number) => setTimeout(callback, delayMs / 100);

/** The unchanged code of the page, on a network that may fail. */
function guideOver(network: typeof fetch): Guide {
  const page = readFileSync(join(__dirname, '../../docs/consistency.md'), 'utf8');
  const section = page.slice(page.indexOf("## A client's guide"), page.indexOf('## Fault tests'));
  const blocks = [...section.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
  expect(blocks).toHaveLength(3);
  const { outputText } = ts.transpileModule(blocks.join('\n'), { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  return new Function('fetch', 'setTimeout', `${outputText}\nreturn { write, change, send };`)(network, soon) as Guide;
}

let url: string;

const api = useServed([Note, Line]);
beforeEach(async () => {
  const body = { text: 'first', count: 0, lines: [{ text: 'a' }, { text: 'b' }] };
  url = `${api.address}/notes/${(await api.request('POST', '/notes', body)).body.id}`;
  carriedOut = 0;
});

interface Body {
  readonly text: string;
  readonly count: number;
  readonly lines: readonly { readonly text: string }[];
}

const read = async (path = url) => {
  const response = await fetch(path);
  return { body: (await response.json()) as Body, tag: response.headers.get('ETag')! };
};

/** A network whose first attempts fail in the given ways. */
function failing(...ways: ((send: () => Promise<Response>) => Promise<Response>)[]): typeof fetch {
  return async (target, init) => {
    const way = ways.shift() ?? ((send) => send());
    return way(() => fetch(target, init));
  };
}

const unanswered = async (send: () => Promise<Response>) => {
  await send();
  throw new TypeError('fetch failed');
};
const answering = (status: number, headers: Record<string, string>) => async () =>
  new Response(null, { status, headers });

describe('The code of the client guide', () => {
  it('writes once however often it retries, after lost responses and while the server is busy', async () => {
    const busy = answering(503, { 'Retry-After': '0' });
    const { write } = guideOver(failing(busy, unanswered, answering(504, {}), unanswered));
    const { tag } = await read();

    const response = await write(`${url}/add`, {
      method: 'PUT',
      body: '{"by":5}',
      headers: { 'If-Match': tag },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get('Idempotency-Replayed')).toBe('true');
    expect(carriedOut).toBe(1);
    expect((await read()).body.count).toBe(5);
  });

  it('waits while the request with its key is in progress, and gives up after some attempts', async () => {
    const inUse = answering(409, { 'Retry-After': '0' });
    const { write } = guideOver(failing(inUse, inUse));
    const { tag } = await read();
    const init = { method: 'PUT', body: '{"by":1}', headers: { 'If-Match': tag } };

    expect((await write(`${url}/add`, init)).status).toBe(204);
    const broken = guideOver(() => Promise.reject(new TypeError('fetch failed')));
    await expect(broken.write(`${url}/add`, init, 2)).rejects.toThrow('fetch failed');
  });

  it('does not retry a request that would fail again', async () => {
    const sent = jest.fn(fetch);
    const { tag } = await read();

    const { status } = await guideOver(sent).write(url, {
      method: 'PATCH',
      body: '{"count":"x"}',
      headers: { 'If-Match': tag },
    });

    expect(status).toBe(422);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('loses no change of several concurrent clients', async () => {
    const { change } = guideOver(fetch);
    const count = () => change<Note>(url, (note) => ({ count: note.count + 1 }));

    const responses = await Promise.all(Array.from({ length: 6 }, count));

    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await read()).body.count).toBe(6);
  });

  it('sends offline edits in order, each once, even when it is closed in between', async () => {
    const { tag } = await read();
    const [first, second] = (await read(`${url}/lines`)).body as unknown as { id: number }[];
    const edit = (path: string, text: string): Edit => {
      const body = JSON.stringify({ text });
      return { aggregate: url, url: url + path, method: 'PATCH', body, key: crypto.randomUUID(), tag };
    };
    const edits = [edit('', 'second'), edit(`/lines/${first!.id}`, 'c'), edit(`/lines/${second!.id}`, 'd')];
    const outbox = { edits, store: async () => undefined, merge: jest.fn(), rejected: jest.fn() };

    const lost = failing((send) => send(), unanswered, unanswered, unanswered, unanswered, unanswered);
    await expect(guideOver(lost).send(outbox)).rejects.toThrow('fetch failed');
    expect(outbox.edits).toHaveLength(2);
    await guideOver(fetch).send(outbox);

    const { body, tag: last } = await read(`${url}?expand=lines`);
    expect([body.text, ...body.lines.map(({ text }) => text)]).toEqual(['second', 'c', 'd']);
    expect(Number.parseInt(last.slice(1), 10)).toBe(Number.parseInt(tag.slice(1), 10) + 3);
    expect(outbox.merge).not.toHaveBeenCalled();
  });

  it.each([429, 409])('keeps an offline edit that is still %d with Retry-After after all attempts', async (status) => {
    const { tag } = await read();
    const body = JSON.stringify({ text: 'kept' });
    const edit = { aggregate: url, url, method: 'PATCH', body, key: crypto.randomUUID(), tag };
    const outbox = { edits: [edit], store: jest.fn(), merge: jest.fn(), rejected: jest.fn() };
    const busy = answering(status, { 'Retry-After': '0' });

    await guideOver(failing(...Array(5).fill(busy))).send(outbox);
    expect(outbox.edits).toEqual([edit]);
    await guideOver(fetch).send(outbox);

    expect(outbox.rejected).not.toHaveBeenCalled();
    expect((await read()).body.text).toBe('kept');
  });

  it('merges an offline edit after writes of others, and reports rejected edits', async () => {
    const { tag } = await read();
    await guideOver(fetch).change<Note>(url, () => ({ count: 7 }));
    const edit = (body: object): Edit => {
      const made = { aggregate: url, url, method: 'PATCH', key: crypto.randomUUID(), tag };
      return { ...made, body: JSON.stringify(body) };
    };
    const merge = jest.fn(async (one: Edit) => ({ ...one, key: crypto.randomUUID(), tag: (await read()).tag }));
    const rejected = jest.fn();
    const edits = [edit({ text: 'mine' }), edit({ count: 'x' }), edit({ text: 'last' })];

    await guideOver(fetch).send({ edits, store: async () => undefined, merge, rejected });

    expect((await read()).body).toMatchObject({ text: 'last', count: 7 });
    expect(merge).toHaveBeenCalledTimes(2);
    expect(rejected.mock.calls.map(([, { status }]) => status)).toEqual([422]);
  });
});
