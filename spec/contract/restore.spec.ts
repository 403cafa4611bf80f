import {
  Colour,
  Decal,
  Drawer,
  DrawerDecal,
  drawers,
  Folder,
  Key,
  Lock,
  Plate,
  Sheet,
} from '../support/domain/drawers';
import { type ApiResponse, useServed } from '../support/serve-shop';

let drawer: Drawer;

const served = useServed(drawers);
const { request } = served;
beforeEach(async () => {
  drawer = await Drawer.create({ name: 'top' });
});

const path = (rest = '') => `/drawers/${drawer.id}${rest}`;
const idsOf = ({ body }: ApiResponse) => (body as { readonly id: number }[]).map(({ id }) => id);
const folder = (title: string) => Folder.create({ title, drawerId: drawer.id });

describe('?deleted=only and ?deleted=include', () => {
  it('return deleted entities with the time of their delete, alone or with the others', async () => {
    const gone = await Drawer.create({ name: 'gone' });
    await request('DELETE', `/drawers/${gone.id}`);

    expect(await request('GET', `/drawers/${gone.id}`)).toMatchObject({ status: 404 });
    expect((await request('GET', `/drawers?name=gone`)).body).toEqual([]);
    const only = await request('GET', `/drawers/${gone.id}?deleted=only`);
    expect(only).toMatchObject({ status: 200, body: { id: gone.id, deleted_at: expect.stringMatching(/^20.*Z$/) } });
    expect((await request('GET', `/drawers/${drawer.id}?deleted=only`)).status).toBe(404);
    expect((await request('GET', `/drawers/${drawer.id}?deleted=include`)).body).toMatchObject({ deleted_at: null });
    const both = await request('GET', `/drawers/${gone.id},${drawer.id}?deleted=include`);
    expect(idsOf(both)).toEqual([gone.id, drawer.id]);
  });

  it('apply to lists, pages with their total, searches and orders', async () => {
    const gone: number[] = [];
    for (const name of ['p1', 'p2', 'p3']) gone.push(Number((await Drawer.create({ name })).id));
    const last = gone.at(-1)!;
    for (const id of gone) await request('DELETE', `/drawers/${id}`);

    const listed = await request('GET', `/drawers?deleted=only&name[like]=p*&sort=-deleted_at,id`);
    expect(idsOf(listed)).toEqual([...gone].reverse());
    const page = await request('GET', `/drawers?deleted=only&name[like]=p*&per_page=2&page=2`);
    expect(page.body).toMatchObject({ total: 3, count: 1, data: [{ id: last, deleted_at: expect.any(String) }] });
    expect(page.headers.get('Link')).toContain('deleted=only');
    expect((await request('GET', `/drawers?deleted=include&name[like]=p*`)).body).toHaveLength(3);
    expect((await request('GET', `/drawers?name[like]=p*`)).body).toHaveLength(0);
    expect((await request('GET', `/drawers?sort=deleted_at`)).status).toBe(400);
  });

  it('apply to pages by cursor, whose cursors are valid for their list only', async () => {
    const gone = await Promise.all(['c1', 'c2', 'c3'].map((name) => Drawer.create({ name })));
    for (const { id } of gone) await request('DELETE', `/drawers/${id}`);
    const first = await request('GET', '/drawers?deleted=only&name[like]=c*&sort=-deleted_at&per_page=2&after=');
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('Link') ?? '')![1]!;

    expect(idsOf(first)).toEqual([gone[2]!.id, gone[1]!.id]);
    expect(idsOf(await request('GET', next))).toEqual([gone[0]!.id]);
    expect((await request('GET', next.replace('deleted=only', 'deleted=include'))).status).toBe(400);
  });

  it('return by include and exclude the selected fields, and the deletion mark only with deleted', async () => {
    await request('DELETE', path());

    expect((await request('GET', path('?deleted=only&include=id,deleted_at'))).body).toEqual({
      id: drawer.id,
      deleted_at: expect.any(String),
    });
    expect((await request('GET', path('?deleted=only&exclude=deleted_at'))).body).not.toHaveProperty('deleted_at');
    expect((await request('GET', '/drawers?include=deleted_at')).status).toBe(400);
  });

  it('apply to CSV', async () => {
    await request('DELETE', path());

    const { body } = await request('GET', `/drawers?deleted=only&include=id,deleted_at`, undefined, {
      Accept: 'text/csv',
    });

    expect(body).toMatch(/^id,deleted_at/);
    expect(body).toMatch(new RegExp(`^${drawer.id},20`, 'm'));
  });

  it.each(['', 'yes', 'ONLY', 'include&deleted=only'])('respond 400 to %p', async (value) => {
    const { status, body } = await request('GET', `/drawers?deleted=${value}`);

    expect([status, body.parameter]).toEqual([400, 'deleted']);
  });

  it('respond 400 on a write, and for a class without restore', async () => {
    expect((await request('DELETE', path('?deleted=include'))).status).toBe(400);
    expect((await request('PUT', path('?deleted=include'), {})).status).toBe(400);
    expect((await request('GET', '/colours?deleted=include')).status).toBe(400);
    expect((await request('GET', '/locks?deleted=include')).status).toBe(400);
    expect((await request('GET', path('/decals?deleted=include'))).status).toBe(400);
  });

  it('leave a searchable field named deleted, which needs the prefix of the resource', async () => {
    const marked = await Decal.create({ name: 'x', deleted: true });

    expect(idsOf(await request('GET', '/decals?decals.deleted=true'))).toEqual([marked.id]);
    expect((await request('GET', '/decals?deleted=true')).status).toBe(400);
    expect((await request('GET', '/decals?deleted[null]=true')).status).toBe(400);
  });

  it('apply to the requested children, whose parents must exist', async () => {
    const one = await folder('one');
    await request('DELETE', path(`/folders/${one.id}`));

    expect(idsOf(await request('GET', path('/folders?deleted=only')))).toEqual([one.id]);
    expect((await request('GET', path('/folders?deleted=only&title=two'))).body).toEqual([]);
    await request('DELETE', path());
    expect((await request('GET', path('/folders?deleted=include'))).status).toBe(404);
    expect((await request('GET', path(`/folders/${one.id}?deleted=include`))).status).toBe(404);
  });

  it('return below a deleted entity what was deleted with it, and below others what exists', async () => {
    const [before, along] = [await folder('before'), await folder('along')];
    const sheet = await Sheet.create({ text: 'a', folderId: along.id });
    await request('DELETE', path(`/folders/${before.id}`));

    const living = await request('GET', path('?deleted=include&expand=folders'));
    expect(living.body.folders).toMatchObject([{ id: along.id, deleted_at: null }]);
    await request('DELETE', path());
    const gone = await request('GET', path('?deleted=include&expand=folders.sheets'));
    expect(gone.body.folders).toMatchObject([{ id: along.id, sheets: [{ id: sheet.id }] }]);
    const [listed] = (await request('GET', `/drawers?deleted=only&expand=folders&sort=-deleted_at`)).body;
    expect(listed.folders).toMatchObject([{ id: along.id, deleted_at: listed.deleted_at }]);
  });

  it('stream long lists', async () => {
    await Decal.bulkCreate(Array.from({ length: 2100 }, (_, index) => ({ name: `long ${index}` })));
    await Decal.destroy({ where: {} });

    expect((await request('GET', '/decals?deleted=only&exclude=name')).body.length).toBeGreaterThanOrEqual(2100);
    expect((await request('GET', '/decals')).body).toEqual([]);
  });
});

describe('PUT …/restore', () => {
  it('restores an entity with everything that was deleted with it, but nothing deleted before', async () => {
    const [before, along] = [await folder('before'), await folder('along')];
    const sheets = await Promise.all(
      ['a', 'b'].map((text) => Sheet.create({ text, secret: text, folderId: along.id })),
    );
    await Sheet.create({ text: 'c', folderId: before.id });
    await request('DELETE', path(`/folders/${along.id}/sheets/${sheets[0]!.id}`));
    await request('DELETE', path(`/folders/${before.id}`));
    await request('DELETE', path());

    const restored = await request('PUT', path('/restore'));

    expect(restored).toMatchObject({ status: 200, body: { id: drawer.id, name: 'top' } });
    expect(restored.body).not.toHaveProperty('deleted_at');
    const { body } = await request('GET', path('?expand=folders.sheets'));
    expect(body.folders).toMatchObject([{ id: along.id, sheets: [{ id: sheets[1]!.id }] }]);
    expect(idsOf(await request('GET', path('/folders?deleted=only')))).toEqual([before.id]);
    expect((await request('PUT', path(`/folders/${before.id}/restore`))).status).toBe(200);
    expect((await request('GET', path(`/folders/${before.id}/sheets`))).body).toMatchObject([{ text: 'c' }]);
  });

  it('restores a single child that was deleted with its parent, but none deleted before', async () => {
    const [first, second] = [{ text: 'old' }, { text: 'new', screws: [{}] }];
    expect((await request('PUT', path('/plate'), first)).status).toBe(201);
    expect((await request('DELETE', path('/plate'))).status).toBe(204);
    expect((await request('PUT', path('/plate'), second)).status).toBe(201);
    await request('DELETE', path());
    const gone = await request('GET', path('?deleted=only&expand=plate.screws'));
    expect(gone.body.plate).toMatchObject({ text: 'new', deleted_at: gone.body.deleted_at, screws: [{}] });

    expect((await request('PUT', path('/restore'))).status).toBe(200);

    const { body } = await request('GET', path('?expand=plate.screws'));
    expect(body.plate).toMatchObject({ text: 'new', screws: [{ plate_id: body.plate.id }] });
    expect((await request('GET', path('/plate'))).body).toMatchObject({ text: 'new' });
    expect((await request('GET', `/drawers?plate.text=new&include=id`)).body).toEqual([{ id: drawer.id }]);
    expect(await Plate.count({ paranoid: false })).toBe(2);
    expect(await Plate.findAll()).toMatchObject([{ text: 'new', version: 2 }]);
  });

  it('restores a parent without a single child that was deleted before', async () => {
    await request('PUT', path('/plate'), { text: 'lost' });
    await request('DELETE', path('/plate'));
    await request('DELETE', path());

    await request('PUT', path('/restore'));

    expect((await request('GET', path('?expand=plate'))).body.plate).toBeNull();
    expect((await request('GET', path('/plate'))).status).toBe(404);
    expect((await request('PUT', path('/plate'), { text: 'found' })).status).toBe(201);
  });

  it('distinguishes deletes within one millisecond', async () => {
    const [before, along] = [await folder('before'), await folder('along')];
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    try {
      await request('DELETE', path(`/folders/${before.id}`));
      await request('DELETE', path());
      await request('PUT', path('/restore'));
    } finally {
      now.mockRestore();
    }

    expect(idsOf(await request('GET', path('/folders')))).toEqual([along.id]);
  });

  it('restores several, responds with an array, and reports ids that never existed', async () => {
    const other = await Drawer.create({ name: 'other' });
    await request('DELETE', `/drawers/${drawer.id},${other.id}`);

    const strict = await request('PUT', `/drawers/${drawer.id},999999/restore`, undefined, {
      Prefer: 'handling=strict',
    });
    expect(strict).toMatchObject({ status: 404, body: { missing: ['999999'] } });
    expect((await request('GET', path())).status).toBe(404);
    const both = await request('PUT', `/drawers/${other.id},999999,${drawer.id}/restore`);

    expect(both.status).toBe(200);
    expect(idsOf(both)).toEqual([other.id, drawer.id]);
    expect(both.headers.get('Missing-Ids')).toBe('999999');
    expect((await request('PUT', '/drawers/999999/restore')).status).toBe(404);
    expect((await request('PUT', '/drawers/x/restore')).status).toBe(404);
  });
});

describe('A restore with a body', () => {
  it('is rejected if the body has fields, and restores nothing', async () => {
    await request('DELETE', path());

    const named = await request('PUT', path('/restore'), { title: 'x' });
    expect([named.status, named.body.field_errors]).toEqual([
      422,
      [{ field: 'title', message: 'is unknown; known fields: none' }],
    ]);
    expect((await request('PUT', path('/restore'), [])).status).toBe(422);
    expect((await request('GET', path())).status).toBe(404);
    expect((await request('PUT', path('/restore'), {})).status).toBe(200);
  });
});

describe('A restored entity', () => {
  it('is unchanged by a further restore', async () => {
    const { version } = await drawer.reload();

    expect(await request('PUT', path('/restore'), {})).toMatchObject({ status: 200, body: { id: drawer.id } });

    expect((await drawer.reload()).version).toBe(version);
  });

  it('is not in the response to return=minimal, which is 204', async () => {
    await request('DELETE', path());

    expect((await request('PUT', path('/restore'), undefined, { Prefer: 'return=minimal' })).status).toBe(204);
  });

  it('has a new version, as have its restored children and the root above a child', async () => {
    const one = await folder('one');
    const before = (await drawer.reload()).version;
    await request('DELETE', path(`/folders/${one.id}`));
    await request('PUT', path(`/folders/${one.id}/restore`));
    expect([(await drawer.reload()).version, (await one.reload()).version]).toEqual([before + 2, 2]);

    await request('DELETE', path());
    await request('PUT', path('/restore'));

    expect([(await drawer.reload()).version, (await one.reload()).version]).toEqual([before + 4, 4]);
  });

  it('keeps its updated_at', async () => {
    const { updatedAt } = await drawer.reload();
    await request('DELETE', path());
    await request('PUT', path('/restore'));

    expect((await drawer.reload()).updatedAt).toEqual(updatedAt);
  });

  it('has its former links, and those of a decal that is restored', async () => {
    const decal = await Decal.create({ name: 'red' });
    await DrawerDecal.create({ drawerId: drawer.id, decalId: decal.id });
    await request('DELETE', path());
    await request('DELETE', `/decals/${decal.id}`);

    await request('PUT', path('/restore'));
    expect((await request('GET', path('/decals'))).body).toEqual([]);
    await request('PUT', `/decals/${decal.id}/restore`);

    expect(idsOf(await request('GET', path('/decals')))).toEqual([decal.id]);
  });

  it('is saved with the changes of hooks, and not restored when one throws', async () => {
    const key = await Key.create({ drawerId: drawer.id });
    const lost = await Key.create({ drawerId: drawer.id, restored: 9 });
    await request('DELETE', `/keys/${key.id},${lost.id}`);
    expect((await request('PUT', `/keys/${key.id},${lost.id}/restore`)).status).toBe(409);
    expect((await request('GET', `/keys/${key.id}`)).status).toBe(404);
    const { version } = (await Key.findByPk(key.id, { paranoid: false }))!;
    expect((await request('PUT', `/keys/${key.id}/restore`)).body).toMatchObject({ restored: 1 });

    expect(await Key.findByPk(key.id)).toMatchObject({ restored: 1, version: version + 1 });
  });
});

describe('A restore', () => {
  it('responds 409 while a referenced entity is deleted, and 404 below a deleted parent', async () => {
    const key = await Key.create({ drawerId: drawer.id });
    const one = await folder('one');
    await request('DELETE', `/keys/${key.id}`);
    await request('DELETE', path(`/folders/${one.id}`));
    await request('DELETE', path());

    expect(await request('PUT', `/keys/${key.id}/restore`)).toMatchObject({
      status: 409,
      body: { detail: `drawer_id refers to the Drawer ${drawer.id}, which does not exist.` },
    });
    expect((await request('PUT', path(`/folders/${one.id}/restore`))).status).toBe(404);
    expect(await Key.findByPk(key.id)).toBeNull();
  });

  it('responds 409 when something below refers to a permanently deleted entity, and restores nothing', async () => {
    const colour = await Colour.create({ name: 'red' });
    await Folder.create({ title: 'red', drawerId: drawer.id, colourId: colour.id });
    await request('DELETE', path());
    await colour.destroy();

    expect(await request('PUT', path('/restore'))).toMatchObject({
      status: 409,
      body: { detail: `colour_id refers to the Colour ${colour.id}, which does not exist.` },
    });

    expect((await request('GET', path())).status).toBe(404);
  });

  it('has no route where the model excludes deletes, or where a delete only unlinks', async () => {
    const lock = await Lock.create({ name: 'x' });
    const decal = await Decal.create({ name: 'x' });

    expect((await request('PUT', `/locks/${lock.id}/restore`)).status).toBe(404);
    expect((await request('PUT', path(`/decals/${decal.id}/restore`))).status).toBe(404);
    expect((await request('PUT', '/colours/1/restore')).status).toBe(404);
    expect((await request('GET', path('/restore'))).status).toBe(405);
  });

  it('rejects parameters of reads', async () => {
    expect((await request('PUT', path('/restore?deleted=only'))).status).toBe(400);
    expect((await request('PUT', path('/restore?include=id'))).status).toBe(400);
  });
});

describe('An entity that was read with deleted', () => {
  it('can be sent back, but the deletion mark cannot be written', async () => {
    const { body } = await request('GET', path('?deleted=include'));

    expect((await request('PUT', path(), body)).status).toBe(200);
    expect(await request('PUT', path(), { deleted_at: '2026-01-01T00:00:00.000Z' })).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'deleted_at' }] },
    });
    expect((await request('POST', '/drawers', { deleted_at: '2026-01-01T00:00:00.000Z' })).status).toBe(422);
    expect((await request('GET', path())).status).toBe(200);
  });
});
