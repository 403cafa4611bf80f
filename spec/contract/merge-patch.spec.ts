import { Profile, profiles } from '../support/domain/profiles';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

const MERGE = 'application/merge-patch+json';
const BATCH = 'application/vnd.koaggregate.batch+json';

const served = useServed(profiles);
const { read } = served;

const contact = { phone: '1', address: { city: 'Ulm', street: 'Gasse' }, tags: ['a', 'b'] };

const merge = (path: string, patch: object, headers: Record<string, string> = {}) =>
  served.request('PATCH', path, patch, { 'Content-Type': MERGE, ...headers });

async function createProfile(more: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await served.request('POST', '/profiles', { contact, ...more });
  expect(status).toBe(201);
  return body;
}

async function merged(data: unknown, patch: unknown): Promise<unknown> {
  const { id } = await createProfile({ data });
  const { status, body } = await merge(`/profiles/${id}`, { data: patch });
  expect([status, body.data]).toEqual([200, (await read(`/profiles/${id}`)).data]);
  return body.data;
}

describe('PATCH with application/merge-patch+json', () => {
  it('changes the members of a JSON column that it names, and keeps the others', async () => {
    const { id } = await createProfile();

    const { status, body } = await merge(`/profiles/${id}`, { contact: { phone: '3' } });

    expect([status, body.contact]).toEqual([200, { ...contact, phone: '3' }]);
  });

  it('removes a member by null at any depth, and replaces arrays', async () => {
    const { id } = await createProfile();

    const { body } = await merge(`/profiles/${id}`, {
      contact: { phone: null, address: { street: null }, tags: ['c'] },
    });

    expect(body.contact).toEqual({ address: { city: 'Ulm' }, tags: ['c'] });
  });

  // The examples of RFC 7396, appendix A, below a member, since a payload is an object.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [null, { a: 1, b: null }, { a: 1 }],
    ['text', {}, {}],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, { a: [{ b: null }] }, { a: [{ b: null }] }],
    [{ a: { '': 1 } }, { a: { toString: {}, '': null } }, { a: { toString: {} } }],
  ])('makes %j with %j to %j', async (data, patch, expected) => {
    expect(await merged(data, patch)).toEqual(expected);
  });

  it('clears a column by null, unless it must not be null', async () => {
    const { id } = await createProfile();

    expect((await merge(`/profiles/${id}`, { contact: null })).body.contact).toBeNull();
    const rejected = await merge(`/profiles/${id}`, { required: null });
    expect([rejected.status, rejected.body.field_errors]).toEqual([
      422,
      [{ field: 'required', message: 'must not be null' }],
    ]);
  });

  it('treats columns of other types as JSON does', async () => {
    const { id } = await createProfile({ name: 'Ada' });

    expect((await merge(`/profiles/${id}`, { name: null })).body.name).toBeNull();
  });
});

describe('The value that a merge patch results in', () => {
  it('obeys the rules of the column, with its paths', async () => {
    const { id } = await createProfile();

    const { status, body } = await merge(`/profiles/${id}`, {
      contact: { address: { city: null, zip: 'x' }, tags: ['a', 'b', 'c', 'd'] },
    });

    expect(status).toBe(422);
    expect(body.field_errors.map(({ field }: { field: string }) => field)).toEqual([
      'contact.address.city',
      'contact.address.zip',
      'contact.tags',
    ]);
    expect(body.field_errors[0]).toEqual({ field: 'contact.address.city', message: 'is required' });
    expect((await read(`/profiles/${id}`)).contact).toEqual(contact);
  });

  it('is checked together with the rest of the payload', async () => {
    const { id } = await createProfile();

    const { body } = await merge(`/profiles/${id}`, { contact: { phone: '12345678901' }, name: 5 });

    expect(body.field_errors.map(({ field }: { field: string }) => field)).toEqual(['contact.phone', 'name']);
  });

  it('obeys the limits of JSON columns: numbers, levels, and keys', async () => {
    const { id } = await createProfile();
    const send = (text: string) => merge(`/profiles/${id}`, text as never);

    expect((await send('{"data":{"a":9007199254740993}}')).body.field_errors[0].message).toContain('more digits');
    expect((await send(`{"data":${'{"a":'.repeat(32)}1${'}'.repeat(32)}}`)).body.field_errors[0].message).toContain(
      'more than 31 levels',
    );
    expect((await send('{"data":{"__proto__":{"a":1}}}')).status).toBe(400);
    expect((await send('{"data":{"a":{"constructor":1}}}')).status).toBe(400);
  });

  it('must not have a stored key that no payload may have', async () => {
    const { id } = await createProfile();
    await Profile.update({ data: JSON.parse('{"a":{"__proto__":1}}') as object }, { where: { id } });

    const { status, body } = await merge(`/profiles/${id}`, { data: { b: 1 } });

    expect([status, body.field_errors[0].field]).toEqual([422, 'data']);
    expect((await merge(`/profiles/${id}`, { data: { a: null } })).body.data).toEqual({});
  });

  it('is not told in errors of a write-only column', async () => {
    const { id } = await createProfile({ login: { user: 'ada', password: 'x' } });

    const rejected = await merge(`/profiles/${id}`, { login: { user: null } });
    const accepted = await merge(`/profiles/${id}`, { login: { password: 'y' } });

    expect(rejected.body.field_errors).toEqual([
      { field: 'login', message: 'is not valid together with the stored value' },
    ]);
    expect(accepted.status).toBe(200);
    expect((await Profile.findById(id))!.login).toEqual({ user: 'ada', password: 'y' });
  });

  it('must be the stored one in a read-only column', async () => {
    const { id } = await createProfile();

    expect((await merge(`/profiles/${id}`, { origin: { by: 'us' } })).status).toBe(200);
    const rejected = await merge(`/profiles/${id}`, { origin: { by: 'me' } });
    expect(rejected.body.field_errors[0]).toMatchObject({ field: 'origin', message: 'cannot be changed' });
    expect((await merge(`/profiles/${id}`, { origin: { by: null } })).status).toBe(422);
  });

  it('is the stored one, and not written, when a response is sent back', async () => {
    const { id } = await createProfile();
    const before = await read(`/profiles/${id}`);

    const { status, body } = await merge(`/profiles/${id}`, before);

    expect([status, body]).toEqual([200, before]);
    expect((await Profile.findById(id))!.version).toBe(0);
  });
});

describe('A merge patch', () => {
  it('merges for each of several ids with its own value', async () => {
    const one = await createProfile({ data: { a: 1, x: 1 } });
    const other = await createProfile({ data: { b: 2, x: 2 } });

    const { body } = await merge(`/profiles/${one.id},${other.id}`, { data: { x: null, c: 3 } });

    expect(body.map(({ data }: { data: unknown }) => data)).toEqual([
      { a: 1, c: 3 },
      { b: 2, c: 3 },
    ]);
  });

  it('merges in children by their own route, and in single children by both routes', async () => {
    const { id, notes, passport } = await createProfile({
      notes: [{ data: { a: 1 } }],
      passport: { data: { a: 1, b: { c: 1 } } },
    });

    expect((await merge(`/profiles/${id}/notes/${notes[0].id}`, { data: { b: 2 } })).body.data).toEqual({ a: 1, b: 2 });
    expect((await merge(`/profiles/${id}/passport`, { data: { b: { d: 1 } } })).body.data).toEqual({
      a: 1,
      b: { c: 1, d: 1 },
    });
    const nested = await merge(`/profiles/${id}`, { passport: { data: { a: null } } });
    expect(nested.body.passport).toMatchObject({ id: passport.id, data: { b: { c: 1, d: 1 } } });
    const fresh = await merge(`/profiles/${id}`, { passport: { id: null, data: { x: 1, y: null } } });
    expect(fresh.body.passport.data).toEqual({ x: 1 });
  });

  it('rejects an array of children, unless the collection is replaced', async () => {
    const { id, notes } = await createProfile({ notes: [{ data: 1 }] });

    const { status, body } = await merge(`/profiles/${id}`, { name: 'Eve', notes: [] });

    expect([status, body.field_errors]).toEqual([
      422,
      [{ field: 'notes', message: expect.stringContaining('cannot be sent in a merge patch') }],
    ]);
    expect(await read(`/profiles/${id}?expand=notes`)).toMatchObject({ name: null, notes });
  });

  it('merges in the named elements of an array that replaces its collection', async () => {
    const { id, cards } = await createProfile({
      cards: [{ label: 'one', data: { a: 1, b: 1 } }, { data: 2 }],
    });

    const { status, body } = await merge(`/profiles/${id}`, {
      cards: [{ id: cards[0].id, data: { a: null, c: 1 } }, { data: { x: 1, y: null } }],
    });

    expect(status).toBe(200);
    expect(body.cards).toMatchObject([{ id: cards[0].id, label: 'one', data: { b: 1, c: 1 } }, { data: { x: 1 } }]);
  });

  it('does not change a child in a collection with update: false', async () => {
    const { id, seals } = await createProfile({ seals: [{ data: { a: 1 } }] });
    const send = (data: unknown) => merge(`/profiles/${id}`, { seals: [{ id: seals[0].id, data }] });

    expect((await send({ a: 1 })).status).toBe(200);
    expect((await send({ a: 2 })).body.field_errors[0].message).toBe('cannot be changed in this collection');
    const json = await served.request('PATCH', `/profiles/${id}`, { seals: [{ id: seals[0].id, data: { a: 2 } }] });
    expect(json.status).toBe(422);
  });

  it('merges in linked entities and in the columns of their links', async () => {
    const { id, badges } = await createProfile({ badges: [{ data: { a: 1 }, detail: { x: 1 } }] });
    const other = (await served.request('POST', '/badges', { data: { b: 1 } })).body;

    const { body } = await merge(`/profiles/${id}`, {
      badges: [
        { id: badges[0].id, data: { c: 1 }, detail: { y: 1 } },
        { id: other.id, detail: { z: 1, gone: null } },
      ],
    });

    expect(body.badges).toMatchObject([
      { data: { a: 1, c: 1 }, detail: { x: 1, y: 1 } },
      { data: { b: 1 }, detail: { z: 1 } },
    ]);
    const path = `/profiles/${id}/badges/${badges[0].id}`;
    expect((await merge(path, { detail: { x: null } })).body).toMatchObject({ data: { a: 1, c: 1 }, detail: { y: 1 } });
  });
});

describe('An update by a merge patch', () => {
  it('loses nothing when two clients change different members at the same time', async () => {
    const { id, passport } = await createProfile({ data: {}, passport: { data: {} } });
    const members = Array.from({ length: 6 }, (_, index) => `m${index}`);

    const responses = await Promise.all(
      members.flatMap((name) => [
        merge(`/profiles/${id}`, { data: { [name]: 1 } }),
        merge(`/profiles/${id}`, { passport: { data: { [name]: 1 } } }, { 'Idempotency-Key': `"${name}"` }),
      ]),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const all = Object.fromEntries(members.map((name) => [name, 1]));
    expect(await read(`/profiles/${id}?expand=passport`)).toMatchObject({
      data: all,
      passport: { id: passport.id, data: all },
    });
  });

  it('takes If-Match, previews and idempotency keys as JSON does', async () => {
    const { id } = await createProfile({ data: { a: 1 } });
    const path = `/profiles/${id}`;

    expect((await merge(path, { data: { b: 1 } }, { 'If-Match': '"stale"' })).status).toBe(412);
    const preview = await merge(path, { data: { b: 1 } }, { Prefer: 'preview' });
    expect(preview.body.changes).toContainEqual({ path: 'data', before: { a: 1 }, after: { a: 1, b: 1 } });
    expect((await read(path)).data).toEqual({ a: 1 });
    const key = { 'Idempotency-Key': '"once"' };
    await merge(path, { data: { b: 1 } }, key);
    await merge(path, { data: { b: null } });
    expect((await merge(path, { data: { b: 1 } }, key)).headers.get('Idempotency-Replayed')).toBe('true');
    const other = await served.request('PATCH', path, { data: { b: 1 } }, key);
    expect([other.status, (await read(path)).data]).toEqual([422, { a: 1 }]);
  });

  it('sends the statements of an update with JSON', async () => {
    const { id } = await createProfile({ data: { a: 1 } });

    const json = await statementsOf(Profile, () => served.request('PATCH', `/profiles/${id}`, { data: { a: 2 } }));
    const patch = await statementsOf(Profile, () => merge(`/profiles/${id}`, { data: { a: 3 } }));

    expect(patch).toHaveLength(json.length);
  });
});

describe('PATCH with application/json', () => {
  it('replaces a JSON column, also in a step of a batch', async () => {
    const { id } = await createProfile({ data: { a: 1 } });
    const path = `/profiles/${id}`;

    expect((await served.request('PATCH', path, { data: { b: null } })).body.data).toEqual({ b: null });
    const steps = [{ op: 'update', path: '', value: { data: { c: 1 } } }];
    await served.request('PATCH', path, { steps }, { 'Content-Type': BATCH });
    expect((await read(path)).data).toEqual({ c: 1 });
  });
});

describe('A media type', () => {
  const types = [
    'application/json',
    'application/xml',
    'application/yaml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    MERGE,
    BATCH,
  ];

  it.each([
    'text/plain',
    'text/csv',
    'application/json-patch+json',
    'application/vnd.shop+json',
    'application/merge-patch+xml',
    'nonsense',
  ])('%s is 415 in a PATCH, with Accept and Accept-Patch', async (type) => {
    const { id } = await createProfile();

    const { status, headers } = await merge(`/profiles/${id}`, [] as never, { 'Content-Type': type });

    expect(status).toBe(415);
    expect(headers.get('Accept')!.split(', ')).toEqual(types);
    expect(headers.get('Accept-Patch')!.split(', ')).toEqual(types);
  });

  it('of a merge patch may have parameters and capitals', async () => {
    const { id } = await createProfile({ data: { a: 1 } });
    const headers = { 'Content-Type': 'Application/Merge-Patch+JSON; charset=utf-8' };

    expect((await merge(`/profiles/${id}`, { data: { b: 1 } }, headers)).body.data).toEqual({ a: 1, b: 1 });
    const latin = { 'Content-Type': `${MERGE}; charset=latin1` };
    expect((await merge(`/profiles/${id}`, {}, latin)).status).toBe(415);
  });

  it('of a patch is 415 with other methods, with Accept alone', async () => {
    const { id } = await createProfile();
    const headers = { 'Content-Type': MERGE };

    for (const [method, path] of [
      ['PUT', `/profiles/${id}`],
      ['POST', '/profiles'],
      ['PUT', `/profiles/${id}/cards`],
      ['PUT', `/profiles/${id}/rename`],
    ] as const) {
      const { status, headers: sent } = await served.request(method, path, {}, headers);
      expect([path, status, sent.get('Accept-Patch')]).toEqual([path, 415, null]);
      expect(sent.get('Accept')).toContain('application/json');
      expect(sent.get('Accept')).not.toContain('patch');
    }
  });

  it('with a suffix is read by it in a PUT and a POST', async () => {
    const headers = { 'Content-Type': 'application/vnd.shop+json' };
    const { status, body } = await served.request('POST', '/profiles', { name: 'Ada' }, headers);

    expect(status).toBe(201);
    expect((await served.request('PUT', `/profiles/${body.id}`, { name: 'Eve' }, headers)).body.name).toBe('Eve');
  });
});

describe('OPTIONS', () => {
  it('has Accept-Patch where the path has a PATCH', async () => {
    const { headers } = await served.request('OPTIONS', '/profiles/1');

    expect(headers.get('Accept-Patch')).toContain(`${MERGE}, ${BATCH}`);
    expect((await served.request('OPTIONS', '/profiles/1/passport')).headers.get('Accept-Patch')).toContain(MERGE);
    expect((await served.request('OPTIONS', '/profiles')).headers.get('Accept-Patch')).toBeNull();
  });
});
