import { Column, DataType, HasMany, Table, Unique } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  type EntityId,
  type Filter,
  type FilterChain,
  Generated,
  type Request,
  Resource,
  type Response,
} from '../../lib';
import type { ApplicationOptions } from '../../lib/rest';
import { IntegerColumn, KeyOf, RequiredString, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';

@Table({ tableName: 'payment_parts' })
class PaymentPart extends BaseDomain {
  @Unique @RequiredString(20) declare code: string;
  @KeyOf(() => Payment) declare paymentId: EntityId | null;
}

let runs = 0;
let gate: Promise<void> | undefined;

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'payments' })
class Payment extends BaseDomain {
  @StringColumn(200) declare note: string | null;
  @IntegerColumn declare amount: number | null;
  @Column(DataType.JSON) declare details: unknown;
  @HasMany(() => PaymentPart) declare parts: PaymentPart[];

  @Action({ value: 'collect' })
  async collect(by: number): Promise<{ amount: number; runs: number }> {
    runs++;
    await gate;
    this.amount = (this.amount ?? 0) + by;
    await this.save();
    if (by < 0) throw new RangeError('no less');
    return { amount: this.amount, runs };
  }

  @Action({ value: 'stream' })
  stream(): AsyncIterable<number> {
    this.amount = (this.amount ?? 0) + 1;
    return (async function* () {
      yield 1;
      yield 2;
    })();
  }
}

@AggregateRoot({ idempotency: 'required' })
@Table({ tableName: 'transfers' })
class Transfer extends BaseDomain {
  @StringColumn(20) declare note: string | null;
}

@AggregateRoot
@Table({ tableName: 'remarks' })
class Remark extends BaseDomain {
  @StringColumn(20) declare note: string | null;
}

@Table({ tableName: 'labels' })
class Label extends BaseDomain {
  @Unique @StringColumn(20) declare code: string;
  @KeyOf(() => Parcel) declare parcelId: EntityId | null;
}

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'parcels' })
class Parcel extends BaseDomain {
  @StringColumn(20) declare note: string | null;
  @Column(DataType.JSON) declare details: unknown;
  @HasMany(() => Label) declare labels: Label[];
}

@Resource(Parcel)
class ParcelResource extends Generated(Parcel) {
  async createParcel(request: Request, response: Response): Promise<unknown> {
    const { note } = request.getContent() as { note: string };
    await new Remark({ note }).persist();
    if (note === 'refused') {
      response.setStatus(409).setContent({ refused: true });
      return undefined;
    }
    response.setHeader('X-Queue', 'new').setCookie('seen', 'yes');
    if (note === 'varied') response.setHeader('Vary', 'X-Queue, Accept');
    try {
      return await super.createParcel(request, response);
    } catch (error) {
      if (note !== 'caught') throw error;
      return { caught: true };
    }
  }
}

class Wrapping implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    await chain.doFilter(request, response);
    if (request.headers['x-wrap'] === undefined) return;
    response.setHeader('X-Filtered', typeof response.getContent());
    response.setContent({ wrapped: response.getContent() });
  }
}

class BankApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger: { ...console, info: () => undefined, error: () => undefined } });
    this.addFilter(new Wrapping());
  }
}

const TYPES = [Payment, PaymentPart, Transfer, Remark, Parcel, Label];

const keyed = (key: string, more: Record<string, string> = {}) => ({ 'Idempotency-Key': key, ...more });

const replayed = ({ headers }: ApiResponse) => headers.get('Idempotency-Replayed');

const api = useServed(TYPES, {
  Class: BankApplication,
  resources: [ParcelResource],
  settings: { idempotency: { waitMs: 400, maxResponseBytes: 2000 } },
});

beforeEach(() => {
  gate = undefined;
});

const countOf = async (path: string) => (await api.request('GET', path)).body.length;

describe('A write with an Idempotency-Key', () => {
  it('runs once, and a repeat gets the same response', async () => {
    const before = await countOf('/payments');
    const payload = { note: 'a “b”', details: { camelCase: [1.5, { innerName: null }] }, parts: [{ code: 'once-1' }] };
    const first = await api.request('POST', '/payments', payload, keyed('once'));
    const repeat = await api.request('POST', '/payments', payload, keyed('once'));

    expect(first.status).toBe(201);
    expect(replayed(first)).toBeNull();
    expect(repeat.status).toBe(201);
    expect(replayed(repeat)).toBe('true');
    expect(repeat.body).toEqual(first.body);
    for (const name of ['Location', 'Content-Type', 'Content-Length', 'Vary'])
      expect(repeat.headers.get(name)).toBe(first.headers.get(name));
    expect(repeat.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
    expect(await countOf('/payments')).toBe(before + 1);
  });

  it.each([
    ['POST of an array', 'POST', '/payments', [{ note: 'x' }, { note: 'y' }], 201],
    ['PUT', 'PUT', '/payments/{id}', { note: 'put' }, 200],
    ['PATCH', 'PATCH', '/payments/{id}', { note: 'patched' }, 200],
    ['PUT of several', 'PUT', '/payments/{id},999999', { note: 'several' }, 200],
    ['an action', 'PUT', '/payments/{id}/collect', { by: 3 }, 200],
    ['POST of a child', 'POST', '/payments/{id}/parts', { code: 'by-route' }, 201],
    ['DELETE', 'DELETE', '/payments/{id}', undefined, 204],
    ['DELETE of several', 'DELETE', '/payments/{id},999999', undefined, 204],
  ])('runs once: %s', async (name, method, shape, payload, status) => {
    const { id } = (await api.request('POST', '/payments', { amount: 1 })).body;
    const path = shape.replace('{id}', id);
    const before = await countOf('/payments');
    const first = await api.request(method, path, payload, keyed(`"${name}"`));
    const after = await countOf('/payments');
    const repeat = await api.request(method, path, payload, keyed(`"${name}"`));

    expect([first.status, repeat.status]).toEqual([status, status]);
    expect(replayed(repeat)).toBe('true');
    expect(repeat.body).toEqual(first.body);
    expect(repeat.headers.get('Missing-Ids')).toBe(first.headers.get('Missing-Ids'));
    expect(await countOf('/payments')).toBe(after);
    expect(after - before).toBe({ POST: Array.isArray(payload) ? 2 : 0, PUT: 0, PATCH: 0, DELETE: -1 }[method]);
  });

  it.each([
    ['with another body', 'POST', '/payments', { note: 'other' }, {}],
    ['with another method', 'PUT', '/payments', { note: 'reused' }, {}],
    ['at another path', 'POST', '/transfers', { note: 'reused' }, {}],
    ['with another media type', 'POST', '/payments', 'note: reused', { 'Content-Type': 'application/yaml' }],
  ])('responds 422 when its key is used again %s', async (name, method, path, payload, headers) => {
    const key = `reused ${name}`;
    const at = method === 'PUT' ? `/payments/${(await api.request('POST', '/payments', {})).body.id}` : path;
    await api.request('POST', '/payments', { note: 'reused' }, keyed(`"${key}"`));
    const before = await countOf('/payments');
    const other = await api.request(method, at, payload, keyed(`"${key}"`, headers));

    expect(other.status).toBe(422);
    expect(other.body.detail).toMatch('used with another request');
    expect(await countOf('/payments')).toBe(before);
  });

  it('that is sent many times at once runs once, and all get one response', async () => {
    const before = await countOf('/payments');
    const all = Array.from({ length: 50 }, () => api.request('POST', '/payments', { note: '50' }, keyed('fifty')));
    const responses = await Promise.all(all);

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses.filter((one) => replayed(one) === null)).toHaveLength(1);
    expect(await countOf('/payments')).toBe(before + 1);
  });

  it('waits for the first request, and responds 409 with Retry-After after idempotency.waitMs', async () => {
    const { id } = (await api.request('POST', '/payments', {})).body;
    let open = () => undefined as void;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const path = `/payments/${id}/collect`;
    const first = api.request('PUT', path, { by: 1 }, keyed('slow'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const late = await api.request('PUT', path, { by: 1 }, keyed('slow'));
    const inTime = api.request('PUT', path, { by: 1 }, keyed('slow'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    open();

    expect(late.status).toBe(409);
    expect(late.headers.get('Retry-After')).toBe('1');
    expect((await first).body.amount).toBe(1);
    expect(replayed(await inTime)).toBe('true');
    expect((await api.request('GET', `/payments/${id}`)).body.amount).toBe(1);
  });

  it('that fails releases its key, and stores nothing', async () => {
    const { id } = (await api.request('POST', '/payments', { amount: 5 })).body;
    const before = runs;
    const failed = await api.request('PUT', `/payments/${id}/collect`, { by: -1 }, keyed('failing'));
    const again = await api.request('PUT', `/payments/${id}/collect`, { by: -1 }, keyed('failing'));
    const other = await api.request('PUT', `/payments/${id}/collect`, { by: 2 }, keyed('failing'));

    expect([failed.status, again.status]).toEqual([500, 500]);
    expect(replayed(again)).toBeNull();
    expect(runs).toBe(before + 3);
    expect(other.body.amount).toBe(7);
  });

  it('that is rejected releases its key', async () => {
    const invalid = await api.request('POST', '/payments', { note: 7 }, keyed('refused'));
    const unknown = await api.request('PUT', '/payments/999999', { note: 'x' }, keyed('refused'));
    const taken = [{ parts: [{ code: 'taken' }] }, { parts: [{ code: 'taken' }] }];
    const before = await countOf('/payments');
    const conflict = await api.request('POST', '/payments', taken, keyed('refused'));
    const right = await api.request('POST', '/payments', { note: 'right' }, keyed('refused'));

    expect([invalid.status, unknown.status, conflict.status, right.status]).toEqual([422, 404, 409, 201]);
    expect(await countOf('/payments')).toBe(before + 1);
  });
});

describe('The header Idempotency-Key', () => {
  it('is accepted with or without quotes, as the same key', async () => {
    await api.request('POST', '/payments', { note: 'q' }, keyed('"a-key"'));
    const bare = await api.request('POST', '/payments', { note: 'q' }, keyed('a-key'));

    expect(replayed(bare)).toBe('true');
  });

  it.each([
    ['empty', ''],
    ['empty in quotes', '""'],
    ['not closed', '"abc'],
    ['two', 'a, b'],
    ['two in quotes', '"a", "b"'],
    ['with spaces', 'a b'],
    ['not in ASCII', '\u00e9'],
    ['too long', 'x'.repeat(256)],
    ['with a wrong escape', '"a\\b"'],
    ['with parameters', '"a";b=1'],
  ])('is rejected with 400 when it is %s', async (_, key) => {
    const before = await countOf('/payments');
    const response = await api.request('POST', '/payments', { note: 'bad' }, keyed(key));

    expect(response.status).toBe(400);
    expect(response.body.detail).toMatch('Idempotency-Key');
    expect(await countOf('/payments')).toBe(before);
  });

  it('is not required by default, and ignored by reads', async () => {
    const write = await api.request('POST', '/payments', { note: 'free' });
    const read = await api.request('GET', `/payments/${write.body.id}`, undefined, keyed('a, b'));

    expect([write.status, read.status]).toEqual([201, 200]);
  });

  it('is required for every write where keys are required: 400 without it', async () => {
    const without = await api.request('POST', '/transfers', { note: 'none' });
    const created = await api.request('POST', '/transfers', { note: 'one' }, keyed('transfer'));
    const { id } = created.body;
    const writes = await Promise.all([
      api.request('PUT', `/transfers/${id}`, { note: 'none' }),
      api.request('PATCH', `/transfers/${id}`, { note: 'none' }),
      api.request('DELETE', `/transfers/${id}`),
    ]);

    expect(without.status).toBe(400);
    expect(without.body.detail).toMatch('requires the header Idempotency-Key');
    expect(created.status).toBe(201);
    expect(writes.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await api.request('GET', `/transfers/${id}`)).body.note).toBe('one');
  });

  it('is ignored where keys are off', async () => {
    const before = await countOf('/remarks');
    await api.request('POST', '/remarks', { note: 'off' }, keyed('off'));
    const second = await api.request('POST', '/remarks', { note: 'off' }, keyed('off'));

    expect(replayed(second)).toBeNull();
    expect(await countOf('/remarks')).toBe(before + 2);
  });
});

describe('The repeat of a write', () => {
  it('has the Vary of the first response, with each name once', async () => {
    const send = () => api.request('POST', '/parcels', { note: 'varied' }, keyed('varied'));
    const first = await send();
    const repeat = await send();

    expect(replayed(repeat)).toBe('true');
    expect(first.headers.get('Vary')).toBe('X-Queue, Accept');
    expect(repeat.headers.get('Vary')).toBe('X-Queue, Accept');
  });

  it('has no body when the response was large or streamed', async () => {
    const many = Array.from({ length: 30 }, () => ({ note: 'x'.repeat(100) }));
    const before = await countOf('/payments');
    const first = await api.request('POST', '/payments', many, keyed('large'));
    const repeat = await api.request('POST', '/payments', many, keyed('large'));
    const { id } = first.body[0];
    const streamed = await api.request('PUT', `/payments/${id}/stream`, {}, keyed('stream'));
    const again = await api.request('PUT', `/payments/${id}/stream`, {}, keyed('stream'));

    expect(first.body).toHaveLength(30);
    expect([repeat.status, repeat.body, replayed(repeat)]).toEqual([201, '', 'true']);
    expect(repeat.headers.get('Preference-Applied')).toBe('return=minimal');
    expect(await countOf('/payments')).toBe(before + 30);
    expect([streamed.status, streamed.body]).toEqual([200, [1, 2]]);
    expect([again.status, again.body, replayed(again)]).toEqual([204, '', 'true']);
    expect((await api.request('GET', `/payments/${id}`)).body.amount).toBe(1);
  });

  it('has no body when the write preferred none', async () => {
    const prefer = { Prefer: 'return=minimal' };
    const first = await api.request('POST', '/payments', { note: 'm' }, keyed('minimal', prefer));
    const repeat = await api.request('POST', '/payments', { note: 'm' }, keyed('minimal', prefer));

    expect([first.body, repeat.body, replayed(repeat)]).toEqual(['', '', 'true']);
    expect(repeat.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(repeat.headers.get('Preference-Applied')).toBe('return=minimal');
  });

  it('has the media type of the first response', async () => {
    const first = await api.request('POST', '/payments', { note: 't' }, keyed('typed', { Accept: 'application/xml' }));
    const repeat = await api.request('POST', '/payments', { note: 't' }, keyed('typed'));

    expect(repeat.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
    expect(repeat.body).toBe(first.body);
  });

  it('passes through filters that read its content', async () => {
    const wrap = { 'X-Wrap': 'yes' };
    const payload = { note: 'w', details: { camelCase: 1 } };
    const first = await api.request('POST', '/parcels', payload, keyed('wrapped', wrap));
    const repeat = await api.request('POST', '/parcels', payload, keyed('wrapped', wrap));

    expect(repeat.headers.get('X-Filtered')).toBe('object');
    expect(repeat.body).toEqual(first.body);
    expect(repeat.body.wrapped.note).toBe('w');
    expect(repeat.body.wrapped.details).toEqual({ camelCase: 1 });
  });
});

describe('An override with an Idempotency-Key', () => {
  it('runs once with the generated method, and a repeat has its headers, but no cookies', async () => {
    const before = await countOf('/remarks');
    const first = await api.request('POST', '/parcels', { note: 'p' }, keyed('parcel'));
    const repeat = await api.request('POST', '/parcels', { note: 'p' }, keyed('parcel'));

    expect([first.status, repeat.status, replayed(repeat)]).toEqual([201, 201, 'true']);
    expect(repeat.body).toEqual(first.body);
    expect(repeat.headers.get('X-Queue')).toBe('new');
    expect(first.headers.get('Set-Cookie')).toMatch('seen=yes');
    expect(repeat.headers.get('Set-Cookie')).toBeNull();
    expect(await countOf('/remarks')).toBe(before + 1);
  });

  it('stores nothing of a generated method that fails when the override continues', async () => {
    const payload = { note: 'caught', labels: [{ code: 'twice' }, { code: 'twice' }] };
    const before = [await countOf('/parcels'), await countOf('/remarks')];
    const first = await api.request('POST', '/parcels', payload, keyed('caught'));
    const repeat = await api.request('POST', '/parcels', payload, keyed('caught'));

    expect([first.body, repeat.body, replayed(repeat)]).toEqual([{ caught: true }, { caught: true }, 'true']);
    expect([await countOf('/parcels'), await countOf('/remarks')]).toEqual([before[0], before[1] + 1]);
  });

  it('releases the key and stores nothing when it sets an error response without throwing', async () => {
    const before = await countOf('/remarks');
    const first = await api.request('POST', '/parcels', { note: 'refused' }, keyed('answered'));
    const again = await api.request('POST', '/parcels', { note: 'refused' }, keyed('answered'));

    expect([first.status, again.status]).toEqual([409, 409]);
    expect(replayed(again)).toBeNull();
    expect(await countOf('/remarks')).toBe(before);
  });
});

describe('The OpenAPI document of Idempotency-Key', () => {
  it('describes the header for the writes that accept it, and where it is required', async () => {
    const { body } = await api.request('GET', '/api/shop/openapi.json');
    const refOf = (path: string, method: string) => JSON.stringify(body.paths[path][method].parameters ?? []);

    expect(body.components.parameters.IdempotencyKey).toMatchObject({ name: 'Idempotency-Key', in: 'header' });
    expect(body.components.parameters.RequiredIdempotencyKey.required).toBe(true);
    for (const [path, method] of [
      ['/payments', 'post'],
      ['/payments/{id}', 'put'],
      ['/payments/{id}', 'patch'],
      ['/payments/{id}', 'delete'],
      ['/payments/{id}/collect', 'put'],
      ['/payments/{payment_id}/parts', 'post'],
      ['/parcels', 'post'],
    ] as const) {
      expect(refOf(path, method)).toMatch('/IdempotencyKey"');
      expect(Object.keys(body.paths[path][method].responses)).toEqual(expect.arrayContaining(['409', '422']));
    }
    expect(refOf('/transfers', 'post')).toMatch('/RequiredIdempotencyKey"');
    expect(refOf('/payments', 'get') + refOf('/remarks', 'post')).not.toMatch('IdempotencyKey');
  });
});
