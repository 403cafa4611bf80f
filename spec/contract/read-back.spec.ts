import { crates, parcelTables, Stamp } from '../support/domain/crates';
import { versionOf } from '../support/entity-tags';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

const api = useServed(crates, { schema: parcelTables });

const PATCH = { 'Content-Type': 'application/merge-patch+json' };
const BATCH = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };

/** A response as it was sent. */
interface Sent {
  readonly text: string;
  readonly tag: string | null;
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Sent> {
  const typed = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  const response = await fetch(api.address + path, { method, headers: typed, body: JSON.stringify(body) });
  const text = await response.text();
  expect({ text, isSuccess: response.ok }).toEqual({ text, isSuccess: true });
  return { text, tag: response.headers.get('ETag') };
}

const textOf = async (path: string) => (await send('GET', path)).text;
const crate = (body: object = { name: 'tall' }) => api.create('/crates', body);

describe('Values that triggers set', () => {
  it('are in the response to a create as in the GET after it, with its entity tag', async () => {
    const created = await send('POST', '/crates', { name: 'tall' });

    const { id, label } = JSON.parse(created.text);
    expect(label).toBe('TALL');
    expect(await send('GET', `/crates/${id}`)).toEqual(created);
  });

  it.each([
    ['PUT', { name: 'wide' }, {}, 'WIDE'],
    ['PATCH', { name: 'flat' }, PATCH, 'FLAT'],
    ['PUT', {}, {}, 'TALL'],
  ])('are in the response to a %s of %j', async (method, body, headers, label) => {
    const { id } = await crate();

    const updated = await send(method, `/crates/${id}`, body, headers);

    expect(JSON.parse(updated.text)).toMatchObject({ label });
    expect(await send('GET', `/crates/${id}`)).toEqual(updated);
  });

  it('are in the responses to creates and updates of several', async () => {
    const created = await send('POST', '/crates', [{ name: 'one' }, { name: 'two' }]);
    const ids = JSON.parse(created.text).map(({ id }: { readonly id: number }) => id);
    const path = `/crates/${ids}`;
    expect(JSON.parse(created.text)).toMatchObject([{ label: 'ONE' }, { label: 'TWO' }]);
    expect(await textOf(path)).toBe(created.text);

    const updated = await send('PUT', path, { name: 'six' });

    expect(JSON.parse(updated.text)).toMatchObject([{ label: 'SIX' }, { label: 'SIX' }]);
    expect(await textOf(path)).toBe(updated.text);
  });

  it('are in the response to a restore', async () => {
    await api.create('/labels', { code: 'fragile' });
    await api.request('DELETE', '/labels/fragile');

    const restored = await send('PUT', '/labels/fragile/restore');

    expect(JSON.parse(restored.text).uses).toBeGreaterThan(1);
    expect(await send('GET', '/labels/fragile')).toEqual(restored);
  });

  it('are the key in Location and in the response', async () => {
    const { headers, body } = await api.request('POST', '/labels', { code: 'CARE' });

    expect(body).toMatchObject({ code: 'care' });
    expect(headers.get('Location')).toMatch(/\/labels\/care$/);
    expect(await api.read('/labels/care')).toEqual(body);
  });

  it('are in the content that a preview reports, which equals that of the write', async () => {
    const { id } = await crate();
    const path = `/crates/${id}`;

    const preview = await api.request('PUT', path, { name: 'wide' }, { Prefer: 'preview' });
    const { body, status } = await api.request('PUT', path, { name: 'wide' });

    const changes = preview.body.changes as readonly { readonly path: string; readonly after: unknown }[];
    const after = Object.fromEntries(changes.map((change) => [change.path, change.after]));
    expect([preview.body.status, after]).toEqual([
      status,
      { ...after, name: 'wide', label: 'WIDE', moves: body.moves },
    ]);
    expect(body).toMatchObject({ ...after, updated_at: body.updated_at });
  });
});

describe('Values of a root that triggers of its children set', () => {
  const contents = [
    { what: 'nail', grams: 5 },
    { what: 'glue', grams: 7 },
  ];

  it('are in the response to a nested create, and so are those of the children', async () => {
    const created = await send('POST', '/crates', { name: 'full', contents });

    const { id, ...body } = JSON.parse(created.text);
    expect(body).toMatchObject({ label: 'FULL', weight: 12, contents: [{ mark: 'NAIL' }, { mark: 'GLUE' }] });
    expect(await textOf(`/crates/${id}?expand=contents`)).toBe(created.text);
  });

  it('are in the response to a nested update', async () => {
    const { id, contents: children } = await crate({ name: 'full', contents });
    const changed = [
      { id: children[0].id, grams: 10 },
      { what: 'rope', grams: 1 },
    ];

    const updated = await send('PUT', `/crates/${id}`, { contents: [...changed, { id: children[1].id }] });

    expect(JSON.parse(updated.text)).toMatchObject({ weight: 18 });
    expect(JSON.parse(await textOf(`/crates/${id}`))).toMatchObject({ weight: 18 });
  });

  it('leave the entity tag of each write below the root one that the next write may send', async () => {
    const { id } = await crate();
    const path = `/crates/${id}/contents`;
    let last: ApiResponse = await api.request('POST', path, contents[0]);
    const child = `${path}/${last.body.id}`;
    expect(last.body).toMatchObject({ mark: 'NAIL' });
    expect(await api.read(child)).toEqual(last.body);

    const writes = [
      ['PUT', child, { grams: 6 }],
      [
        'PUT',
        path,
        [
          { id: last.body.id, grams: 8 },
          { what: 'tape', grams: 1 },
        ],
      ],
      ['DELETE', child, undefined],
      ['PUT', `/crates/${id}/rename`, { name: 'long' }],
      ['PUT', `/crates/${id}`, { name: 'short' }],
    ] as const;
    for (const [method, at, body] of writes) {
      last = await api.request(method, at, body, { 'If-Match': last.headers.get('ETag')! });
      expect([method, at, last.status]).toEqual([method, at, last.body === '' ? 204 : 200]);
      expect(versionOf(last)).toBe(versionOf(await api.request('GET', `/crates/${id}`)));
    }
    expect(last.body).toMatchObject({ label: 'SHORT', weight: 1 });
  });

  it('are in the response to a replaced collection, in the order of the payload', async () => {
    const { id } = await crate({ name: 'full', contents });

    const { body } = await api.request('PUT', `/crates/${id}/contents`, [{ what: 'tape', grams: 3 }]);

    expect(body).toMatchObject([{ mark: 'TAPE' }]);
    expect(await api.read(`/crates/${id}/contents`)).toEqual(body);
  });

  it('are in the response to a PUT of a single child that creates it, and one that updates it', async () => {
    const path = `/crates/${(await crate()).id}/seal`;

    const created = await send('PUT', path, { wax: 'red' });
    expect(JSON.parse(created.text)).toMatchObject({ mark: 'RED' });
    expect(await send('GET', path)).toEqual(created);

    const updated = await send('PUT', path, { wax: 'blue' }, { 'If-Match': created.tag! });
    expect(JSON.parse(updated.text)).toMatchObject({ mark: 'BLUE' });
    expect(await send('GET', path)).toEqual(updated);
  });

  it('are in the elements of a many-to-many collection, new and linked ones', async () => {
    const { id: known } = await api.create('/stickers', { motif: 'fox' });
    const { id, stickers } = await crate({ name: 'neat', stickers: [{ motif: 'owl' }, { id: known, motif: 'cat' }] });
    expect(stickers).toMatchObject([{ mark: 'OWL' }, { mark: 'CAT' }]);

    const added = await send('POST', `/crates/${id}/stickers`, { motif: 'bee' });

    const { id: bee, mark } = JSON.parse(added.text);
    expect(mark).toBe('BEE');
    expect(await send('GET', `/crates/${id}/stickers/${bee}`)).toEqual(added);
  });

  it('are in the steps of a batch, whose tag the next write may send', async () => {
    const { id } = await crate();
    const steps = [
      { op: 'create', path: 'contents', local_id: 'a', value: { what: 'nail', grams: 4 } },
      { op: 'update', path: 'contents/{a}', value: { grams: 9 } },
      { op: 'update', path: '', value: { name: 'done' } },
    ];

    const { status, body, headers } = await api.request('PATCH', `/crates/${id}`, { steps }, BATCH);

    expect(status).toBe(200);
    const read = await api.request('GET', `/crates/${id}`);
    expect(body.steps[0].body).toMatchObject({ mark: 'NAIL', grams: 4 });
    const shown = { name: 'done', label: 'DONE', weight: 9 };
    expect([read.body, body.steps[2].body]).toMatchObject([shown, shown]);
    const next = await api.request('PUT', `/crates/${id}`, { name: 'next' }, { 'If-Match': headers.get('ETag')! });
    expect(next.status).toBe(200);
  });
});

describe('The entities that an action returns', () => {
  it('have the values that triggers set, and so has its root', async () => {
    const { id } = await crate();

    const renamed = await send('PUT', `/crates/${id}/rename`, { name: 'new' });

    expect(JSON.parse(renamed.text)).toMatchObject({ name: 'new', label: 'NEW' });
    expect(await textOf(`/crates/${id}`)).toBe(renamed.text);
  });

  it('have them also when the action has created them, anywhere in its result', async () => {
    const { id } = await crate();

    const { body } = await api.request('PUT', `/crates/${id}/pack`, { grams: 3 });

    expect(body).toMatchObject({ packed: [{ mark: 'NAIL' }] });
    expect(await api.read(`/crates/${id}/contents`)).toEqual(body.packed);
  });
});

describe('Generated columns, and defaults of the database', () => {
  it('are in the responses to writes as in the GET after them', async () => {
    const created = await send('POST', '/parcels', { grams: 21 });
    const { id, ...body } = JSON.parse(created.text);
    expect(body).toMatchObject({ doubled: 42, state: 'new' });
    expect(await send('GET', `/parcels/${id}`)).toEqual(created);

    const updated = await send('PUT', `/parcels/${id}`, { grams: 4 });

    expect(JSON.parse(updated.text)).toMatchObject({ doubled: 8 });
    expect(await send('GET', `/parcels/${id}`)).toEqual(updated);
  });

  it('cost a statement after an INSERT only, if there are but defaults', async () => {
    let created: ApiResponse | undefined;
    const ofCreate = await statementsOf(Stamp, async () => {
      created = await api.request('POST', '/stamps', { motif: 'owl' });
    });
    const ofUpdate = await statementsOf(Stamp, () =>
      api.request('PUT', `/stamps/${created!.body.id}`, { motif: 'fox' }),
    );

    expect(created!.body).toMatchObject({ colour: 'red' });
    expect(ofCreate.map(wordOf)).toEqual(['INSERT', 'SELECT']);
    expect(ofUpdate.map(wordOf)).toEqual(['SELECT', 'UPDATE']);
  });

  const wordOf = (statement: string) => statement.split(' ', 1)[0];
});

(dialect === 'mysql' ? describe : describe.skip)('A column with ON UPDATE CURRENT_TIMESTAMP', () => {
  it('has in the response to an update the time of the GET after it', async () => {
    const { id, changed_at } = await api.create('/parcels', { grams: 1 });

    const updated = await send('PUT', `/parcels/${id}`, { grams: 2 });

    expect(changed_at).toBeNull();
    expect(JSON.parse(updated.text).changed_at).toMatch(/^20/);
    expect(await send('GET', `/parcels/${id}`)).toEqual(updated);
  });
});
