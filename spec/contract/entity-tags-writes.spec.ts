import { billing } from '../support/domain/billing';
import { carts } from '../support/domain/carts';
import { drawers } from '../support/domain/drawers';
import { shop } from '../support/domain/shop';
import { tagOf, versionOf } from '../support/entity-tags';
import { type ApiResponse, useServed } from '../support/serve-shop';

let number = 0;

const settings = { idempotency: { key: 'optional' } };
const served = useServed([...shop, ...carts, ...billing, ...drawers], { settings });
const { request } = served;

const matching = (response: ApiResponse, more: Record<string, string> = {}) => ({
  'If-Match': tagOf(response),
  ...more,
});

async function create(path: string, body: unknown): Promise<{ readonly path: string; readonly created: ApiResponse }> {
  const created = await request('POST', path, body);
  expect(created.status).toBe(201);
  return { path: `${path}/${created.body.id}`, created };
}

const order = () => create('/orders', { code: `W-${++number}`, order_items: [{ sku: 'pen', quantity: 1 }] });

/** Runs the writes in order, each with the ETag of the response to the one before. */
async function writeInOrder(
  path: string,
  start: ApiResponse,
  writes: readonly [string, string, unknown, number][],
): Promise<void> {
  let last = start;
  for (const [method, at, body, status] of writes) {
    const stale = { 'If-Match': `"${versionOf(last) + 40}-.none"` };
    const rejected = await request(method, path + at, body, stale);
    expect([method, at, rejected.status]).toEqual([method, at, 412]);
    expect([method, at, tagOf(rejected)]).toEqual([method, at, `"${versionOf(last)}-.none"`]);

    const written = await request(method, path + at, body, matching(last));
    expect([method, at, written.status]).toEqual([method, at, status]);
    expect([method, at, versionOf(written)]).toEqual([method, at, versionOf(last) + 1]);
    last = written;
  }
  expect(versionOf(await request('GET', path))).toBe(versionOf(last));
}

describe('An action with If-Match', () => {
  it('returns the new ETag, with content and without, and is rejected for another version', async () => {
    const { path, created } = await create('/carts', { lines: [{ sku: 'pen', gifts: [{ text: 'a' }] }] });
    const [line] = created.body.lines;

    await writeInOrder(path, created, [
      ['PUT', `/lines/${line.id}/add_to`, { quantity: 2 }, 200],
      ['PUT', `/lines/${line.id}/gifts/${line.gifts[0].id}/reword`, { text: 'b' }, 200],
      ['PUT', '/close', {}, 204],
    ]);
  });

  it('has no effect when it is rejected', async () => {
    const { path, created } = await create('/carts', { lines: [{ sku: 'pen' }] });
    const [line] = created.body.lines;

    const rejected = await request(
      'PUT',
      `${path}/lines/${line.id}/add_to`,
      { quantity: 2 },
      { 'If-Match': '"9-.none"' },
    );

    expect(rejected.status).toBe(412);
    expect((await request('GET', `${path}/lines/${line.id}`)).body.quantity).toBe(1);
    expect(versionOf(await request('GET', path))).toBe(versionOf(created));
  });
});

describe('The ETag of a restore', () => {
  it('is that of the root for a child', async () => {
    const { path, created } = await create('/drawers', { name: 'top', folders: [{ title: 'one' }] });
    const at = `/folders/${created.body.folders[0].id}`;

    await writeInOrder(path, created, [
      ['DELETE', at, undefined, 204],
      ['PUT', `${at}/restore`, undefined, 200],
    ]);
  });

  it('is also returned by a read of the deleted root', async () => {
    const { path } = await create('/drawers', { name: 'low' });
    await request('DELETE', path);
    const gone = await request('GET', `${path}?deleted=only`);

    const rejected = await request('PUT', `${path}/restore`, undefined, { 'If-Match': '"77-.none"' });
    const restored = await request('PUT', `${path}/restore`, undefined, matching(gone));

    expect([gone.status, rejected.status, restored.status]).toEqual([200, 412, 200]);
    expect(versionOf(await request('GET', path))).toBe(versionOf(restored));
  });
});

describe('A write that creates nothing', () => {
  it('is rejected with If-None-Match: *, at every route, and a missing resource is 404', async () => {
    const { path, created } = await order();
    const [item] = created.body.order_items;
    const none = { 'If-None-Match': '*' };
    const writes = [
      ['PUT', path, { total: 9 }],
      ['PATCH', path, { total: 9 }],
      ['PUT', `${path}/order_items/${item.id}`, { quantity: 9 }],
      ['DELETE', `${path}/order_items/${item.id}`, undefined],
      ['DELETE', path, undefined],
    ] as const;

    for (const [method, at, body] of writes) {
      const { status, headers } = await request(method, at, body, none);
      expect([method, at, status, headers.get('ETag')]).toEqual([method, at, 412, `"${versionOf(created)}-.none"`]);
    }
    expect((await request('PUT', '/orders/987654', { total: 9 }, none)).status).toBe(404);
    expect((await request('POST', `${path}/order_items`, { sku: 'cap', quantity: 1 }, none)).status).toBe(201);
  });

  it('is rejected if a tag in If-None-Match has the version, even a weak one', async () => {
    const { path, created } = await order();
    const put = (tags: string) => request('PUT', path, { total: 9 }, { 'If-None-Match': tags });

    expect((await put(`"x", W/${tagOf(created)}`)).status).toBe(412);
    expect((await put('"77-.none"')).status).toBe(200);
    expect((await put(tagOf(created))).status).toBe(200);
    expect((await put('x')).status).toBe(400);
    expect((await request('PUT', path, {}, { ...matching(created), 'If-None-Match': '"x"' })).status).toBe(412);
  });
});

describe('A single child', () => {
  it('is created, read, updated and deleted with ETags of its root', async () => {
    const { path, created } = await create('/bills', { code: `B-${++number}` });

    await writeInOrder(path, created, [
      ['PUT', '/invoice', { number: `I-${number}` }, 201],
      ['PUT', '/invoice', { note: 'paid' }, 200],
      ['POST', '/invoice/lines', { text: 'one' }, 201],
      ['PUT', '/invoice/lines', [{ text: 'two' }, { text: 'three' }], 200],
      ['PUT', '/invoice/send', { note: 'sent' }, 200],
      ['DELETE', '/invoice', undefined, 204],
    ]);
    expect((await request('GET', `${path}/invoice`)).status).toBe(404);
  });

  it('is created with If-None-Match: * only if there is none, and updated with If-Match: * only if there is one', async () => {
    const { path } = await create('/bills', { code: `B-${++number}` });
    const at = `${path}/invoice`;
    const put = (headers: Record<string, string>, note = 'none') =>
      request('PUT', at, { number: `I-${number}`, note }, headers);

    expect((await put({ 'If-Match': '*' })).status).toBe(412);
    const created = await put({ 'If-None-Match': '*' });
    expect(created.status).toBe(201);
    expect((await put({ 'If-None-Match': '*' }, 'again')).status).toBe(412);
    const updated = await put({ 'If-Match': '*' }, 'new');
    expect(updated).toMatchObject({ status: 200, body: { note: 'new' } });
    expect(versionOf(updated)).toBe(versionOf(created) + 1);
    expect((await put(matching(created), 'stale')).status).toBe(412);
    expect((await request('DELETE', at, undefined, matching(created))).status).toBe(412);
    expect((await request('GET', at)).body.note).toBe('new');
  });

  it('responds 304 until something in the aggregate is written', async () => {
    const { path } = await create('/bills', { code: `B-${++number}`, invoice: { number: `I-${number}` } });
    const at = `${path}/invoice`;
    const read = await request('GET', at);

    expect((await request('GET', at, undefined, { 'If-None-Match': tagOf(read) })).status).toBe(304);
    await request('POST', `${path}/items`, { sku: 'pen' });
    expect((await request('GET', at, undefined, { 'If-None-Match': tagOf(read) })).status).toBe(200);
  });
});

describe('A link', () => {
  it('is created and removed as a write of its root', async () => {
    const { path, created } = await order();
    const tag = await create('/tags', { name: `t${++number}` });

    await writeInOrder(path, created, [
      ['POST', '/tags', { id: tag.created.body.id }, 201],
      ['DELETE', `/tags/${tag.created.body.id}`, undefined, 204],
    ]);
    expect((await request('GET', tag.path)).status).toBe(200);
  });
});

describe('Prefer: return=minimal', () => {
  it('returns the ETag without content, which a read never does', async () => {
    const { path, created } = await order();
    const item = `${path}/order_items/${created.body.order_items[0].id}`;
    const minimal = { Prefer: 'return=minimal' };

    const ofRoot = await request('PUT', path, { total: 1 }, matching(created, minimal));
    const ofChild = await request('PUT', item, { quantity: 2 }, matching(ofRoot, minimal));
    const added = await request('POST', `${path}/order_items`, { sku: 'ink', quantity: 1 }, matching(ofChild, minimal));

    const start = versionOf(created);
    expect([ofRoot, ofChild, added].map(tagOf)).toEqual([1, 2, 3].map((more) => `"${start + more}-.none"`));
    expect((await request('GET', path, undefined, { 'If-None-Match': tagOf(added) })).status).toBe(200);
    expect((await request('POST', '/orders', { code: `W-${++number}` }, minimal)).headers.get('ETag')).toMatch(
      /^"\d+-\.none"$/,
    );
  });
});

describe('Idempotency-Key with If-Match', () => {
  it('returns the first response again, although the version has changed since', async () => {
    const { path, created } = await order();
    const headers = matching(created, { 'Idempotency-Key': `"key ${path}"` });

    const first = await request('PUT', path, { total: 3 }, headers);
    await request('PUT', path, { total: 4 });
    const again = await request('PUT', path, { total: 3 }, headers);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect([tagOf(again), again.body]).toEqual([tagOf(first), first.body]);
    expect((await request('GET', path)).body.total).toBe('4.00');
  });

  it('responds 412 to another request with the stale ETag, and releases its key', async () => {
    const { path, created } = await order();
    await request('PUT', path, { total: 3 });
    const key = { 'Idempotency-Key': `"other key ${path}"` };

    const rejected = await request('PUT', path, { total: 5 }, matching(created, key));
    const current = await request('PUT', path, { total: 5 }, matching(rejected, key));

    expect([rejected.status, current.status]).toEqual([412, 200]);
  });
});

describe('Prefer: preview with If-Match', () => {
  const preview = { Prefer: 'preview' };

  it('responds 412 if the write would', async () => {
    const { path, created } = await order();
    const current = await request('PUT', path, { total: 3 });

    for (const [method, at, body] of [
      ['PUT', path, { total: 9 }],
      ['POST', `${path}/order_items`, { sku: 'ink', quantity: 1 }],
      ['DELETE', path, undefined],
    ] as const) {
      const previewed = await request(method, at, body, matching(created, preview));
      expect([method, previewed.status, previewed.body.status]).toEqual([method, 200, 412]);
      expect(previewed.body.changes).toEqual([]);
    }
    const allowed = await request('PUT', path, { total: 9 }, matching(current, preview));
    expect(allowed.body).toMatchObject({ status: 200, changes: [{ path: 'total' }, { path: 'updated_at' }] });
    expect(versionOf(await request('GET', path))).toBe(versionOf(current));
  });
});

describe('A delete of a root', () => {
  it('accepts the ETag of the root, and returns none', async () => {
    const { path, created } = await order();

    const rejected = await request('DELETE', path, undefined, { 'If-Match': '"9-.none"' });
    const deleted = await request('DELETE', path, undefined, matching(created));

    expect([rejected.status, deleted.status, deleted.headers.get('ETag')]).toEqual([412, 204, null]);
  });
});
