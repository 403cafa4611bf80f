import { allRows, Basket, baskets, Cover, Entry, Portion } from '../support/domain/baskets';
import { type ApiResponse, type Served, useServed } from '../support/serve-shop';

let basket: Basket;
let entry: Entry;
let other: Entry;

const served = useServed(baskets);
const { request } = served;
beforeEach(async () => {
  basket = await Basket.create({ name: 'top', most: 10 });
  await Entry.bulkCreate([4, 5].map((quantity) => ({ quantity, basketId: basket.id })));
  [entry, other] = (await Entry.where({ basketId: basket.id })) as [Entry, Entry];
  await Portion.create({ size: 4, entryId: entry.id });
});

const labelsOf = async (...texts: string[]) => {
  const { body } = await request(
    'POST',
    '/labels',
    texts.map((text) => ({ text })),
  );
  return (body as { readonly id: number }[]).map(({ id }) => id);
};
const path = (rest = '') => `/baskets/${basket.id}${rest}`;

/** Sends a request that breaks an invariant, and checks that no row has changed. */
async function expectRejected(
  invariant: string,
  ...[method, place, body, headers]: Parameters<Served['request']>
): Promise<ApiResponse> {
  const before = await allRows();
  const response = await request(method, place, body, headers);
  expect({ status: response.status, invariant: response.body.invariant }).toEqual({ status: 422, invariant });
  expect(await allRows()).toEqual(before);
  return response;
}

describe('An invariant is checked', () => {
  it('on a create of a root, with or without children', async () => {
    await expectRejected('named', 'POST', '/baskets', { name: 'forbidden' });
    await expectRejected('within-most', 'POST', '/baskets', {
      name: 'a',
      most: 3,
      entries: [{ quantity: 2 }, { quantity: 2 }],
    });
    const entries = [{ quantity: 2, portions: [{ size: 2 }, { size: 1 }] }];
    await expectRejected('portions-within-entries', 'POST', '/baskets', { name: 'a', entries });
    await expectRejected('cover-not-pink', 'POST', '/baskets', { name: 'a', cover: { colour: 'pink' } });
    await expectRejected('few-labels', 'POST', '/baskets', {
      name: 'a',
      labels: [1, 2, 3].map((rank) => ({ text: 'x', rank })),
    });
    expect((await request('POST', '/baskets', { name: 'a', most: 3, entries: [{ quantity: 3 }] })).status).toBe(201);
  });

  it('on a create of several roots', async () => {
    const { body } = await expectRejected('named', 'POST', '/baskets', [{ name: 'a' }, { name: 'forbidden' }]);

    expect(body.invariants).toEqual([
      { invariant: 'named', message: 'A basket is not called "forbidden".', type: 'Basket' },
    ]);
  });

  it('on an update of a root, of several, and together with their children', async () => {
    await expectRejected('within-most', 'PUT', path(), { most: 8 });
    await expectRejected('within-most', 'PUT', path(), { entries: [{ id: entry.id, quantity: 6 }, { id: other.id }] });
    await expectRejected('within-most', 'PUT', path(), {
      entries: [{ id: entry.id }, { id: other.id }, { quantity: 2 }],
    });
    const portions = [{ size: 1 }];
    await expectRejected('portions-within-entries', 'PUT', path(), {
      entries: [{ id: entry.id, portions }, { id: other.id }],
    });
    const second = await Basket.create({ name: 'second' });
    const { body } = await expectRejected('within-most', 'PUT', `/baskets/${basket.id},${second.id}`, { most: 8 });
    expect(body.invariants).toMatchObject([{ type: 'Basket', id: basket.id }]);
    expect((await request('PUT', path(), { most: 9 })).status).toBe(200);
  });

  it('on several roots, and all violations are reported', async () => {
    const second = await Basket.create({ name: 'second', most: 1 });
    const { body } = await expectRejected('within-most', 'PUT', `/baskets/${basket.id},${second.id}`, {
      name: 'forbidden',
      most: 0,
    });

    expect(body).toMatchObject({
      title: 'Unprocessable Entity',
      detail: 'The entries are more than the basket takes. A basket is not called "forbidden".',
      field_errors: [],
      invariants: [
        { invariant: 'within-most', id: basket.id },
        { invariant: 'named', id: basket.id },
        { invariant: 'named', id: second.id },
      ],
    });
  });
});

describe('The invariants of a root are checked', () => {
  it('on writes of children and grandchildren', async () => {
    await expectRejected('within-most', 'POST', path('/entries'), { quantity: 2 });
    await expectRejected('within-most', 'POST', path('/entries'), [{ quantity: 1 }, { quantity: 1 }]);
    await expectRejected('within-most', 'PUT', path(`/entries/${entry.id}`), { quantity: 6 });
    await expectRejected('within-most', 'PUT', path(`/entries/${entry.id},${other.id}`), { quantity: 6 });
    await expectRejected('portions-within-entries', 'PUT', path(`/entries/${entry.id}`), { quantity: 3 });
    await expectRejected('portions-within-entries', 'POST', path(`/entries/${entry.id}/portions`), { size: 1 });
    const [portion] = await Portion.where({ entryId: entry.id });
    await expectRejected('portions-within-entries', 'PUT', path(`/entries/${entry.id}/portions/${portion!.id}`), {
      size: 5,
    });
    expect((await request('POST', path(`/entries/${other.id}/portions`), { size: 5 })).status).toBe(201);
    expect((await request('POST', path('/entries'), { quantity: 1 })).status).toBe(201);
  });

  it('on a replaced collection', async () => {
    await expectRejected('within-most', 'PUT', path('/entries'), [{ quantity: 11 }]);
    expect((await request('PUT', path('/entries'), [{ quantity: 10 }])).status).toBe(200);
  });

  it('on a single child', async () => {
    await expectRejected('cover-not-pink', 'PUT', path('/cover'), { colour: 'pink' });
    expect((await request('PUT', path('/cover'), { colour: 'blue' })).status).toBe(201);
    await expectRejected('cover-not-pink', 'PUT', path('/cover'), { colour: 'pink' });
    expect(await Cover.count({ where: { basketId: basket.id } })).toBe(1);
  });

  it('on links, on columns of the join table, and on changes of a linked element', async () => {
    const [a, b, c] = await labelsOf('a', 'b', 'c');
    await request(
      'POST',
      path('/labels'),
      [a, b].map((id, rank) => ({ id, rank })),
    );
    await expectRejected('few-labels', 'POST', path('/labels'), { id: c, rank: 9 });
    await expectRejected('few-labels', 'PUT', path(), { labels: [{ id: c, rank: 9 }] });
    await expectRejected('few-labels', 'PUT', path(`/labels/${a}`), { rank: 1 });
    await expectRejected('few-labels', 'PUT', path(`/labels/${a}`), { text: 'bad' });
    await expectRejected('few-labels', 'PUT', `/labels/${a}`, { text: 'bad' });
    expect((await request('DELETE', path(`/labels/${a}`))).status).toBe(204);
    expect((await request('POST', path('/labels'), { id: c, rank: 9 })).status).toBe(201);
  });

  it('on an unlink', async () => {
    const { id } = (await request('POST', '/baskets', { name: 'labelled', labels: [{ text: 'a' }] })).body;
    const [label] = (await request('GET', `/baskets/${id}/labels`)).body;
    await expectRejected('last-label', 'DELETE', `/baskets/${id}/labels/${label.id}`);
  });

  it('on a delete of children', async () => {
    await request('PUT', path(), { name: 'full' });
    await expectRejected('last-entry', 'DELETE', path(`/entries/${entry.id},${other.id}`));
    expect((await request('DELETE', path(`/entries/${other.id}`))).status).toBe(204);
    await expectRejected('last-entry', 'DELETE', path(`/entries/${entry.id}`));
    await expectRejected('last-entry', 'PUT', path('/entries'), []);
    expect((await request('DELETE', path())).status).toBe(204);
  });

  it('on a write of a large value', async () => {
    const photo = (bytes: number) => request('PUT', path('/photo'), 'x'.repeat(bytes), { 'Content-Type': 'image/png' });
    const before = await allRows();

    expect(await photo(11)).toMatchObject({ status: 422, body: { invariant: 'small-photo' } });
    expect(await allRows()).toEqual(before);
    expect((await photo(10)).status).toBe(204);
  });

  it('on a restore', async () => {
    expect((await request('DELETE', path(`/entries/${other.id}`))).status).toBe(204);
    expect((await request('PUT', path(`/entries/${entry.id}`), { quantity: 6 })).status).toBe(200);
    await expectRejected('within-most', 'PUT', path(`/entries/${other.id}/restore`));
    expect((await request('DELETE', path())).status).toBe(204);
    await Basket.update({ name: 'forbidden' }, { where: { id: basket.id }, paranoid: false });
    await expectRejected('named', 'PUT', path('/restore'));
  });

  it('on the changes of an action', async () => {
    await expectRejected('within-most', 'PUT', path('/grow'), { by: 1 });
    await expectRejected('within-most', 'PUT', path(`/entries/${entry.id}/fill`), { to: 6 });
    expect((await request('PUT', path(`/entries/${entry.id}/fill`), { to: 5 })).status).toBe(204);
  });
});

describe('An invariant method', () => {
  it('that throws or writes responds 500, as a mistake of the model, and nothing is written', async () => {
    const before = await allRows();
    jest.spyOn(console, 'error').mockImplementation();

    expect(await request('PUT', path(), { name: 'broken' })).toMatchObject({ status: 500 });
    expect(await request('PUT', path(), { name: 'writing' })).toMatchObject({ status: 500 });
    expect(await allRows()).toEqual(before);
  });
});
