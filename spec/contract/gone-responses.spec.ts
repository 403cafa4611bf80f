import { Decal, Drawer, drawers, Folder } from '../support/domain/drawers';
import { type Served, useServed } from '../support/serve-shop';

const served = useServed(drawers, { settings: { deletes: { gone: true } } });

const statusOf = async (...args: Parameters<Served['request']>) => (await served.request(...args)).status;

describe('deletes.gone', () => {
  it('responds 410 to a deleted entity for any method, and 404 to one that never existed', async () => {
    const { id } = await Drawer.create({ name: 'gone' });
    await served.request('DELETE', `/drawers/${id}`);

    const { status, body } = await served.request('GET', `/drawers/${id}`);
    expect([status, body.title, body.detail]).toEqual([410, 'Gone', `The Drawer with id "${id}" was deleted.`]);
    expect(await statusOf('PUT', `/drawers/${id}`, { name: 'x' })).toBe(410);
    expect(await statusOf('PATCH', `/drawers/${id}`, { name: 'x' })).toBe(410);
    expect(await statusOf('DELETE', `/drawers/${id}`)).toBe(410);
    expect(await statusOf('HEAD', `/drawers/${id}`)).toBe(410);
    expect(await statusOf('GET', '/drawers/999999')).toBe(404);
    expect(await statusOf('GET', `/drawers/x`)).toBe(404);
  });

  it('finds a deleted entity with deleted=only, until it is restored', async () => {
    const { id } = await Drawer.create({ name: 'gone' });
    await served.request('DELETE', `/drawers/${id}`);

    expect(await statusOf('GET', `/drawers/${id}?deleted=only`)).toBe(200);
    expect(await statusOf('PUT', `/drawers/${id}/restore`)).toBe(200);
    expect(await statusOf('GET', `/drawers/${id}?deleted=only`)).toBe(404);
  });

  it('responds 410 to several ids when all missing ones were deleted', async () => {
    const [one, other, there] = [await Decal.create({}), await Decal.create({}), await Decal.create({})];
    await served.request('DELETE', `/decals/${one.id},${other.id}`);
    const strict = { Prefer: 'handling=strict' };

    expect(await statusOf('GET', `/decals/${one.id},${other.id}`)).toBe(410);
    expect(await statusOf('GET', `/decals/${one.id},999999`)).toBe(404);
    expect(await statusOf('GET', `/decals/${one.id},x`)).toBe(404);
    expect(await statusOf('GET', `/decals/${one.id},${there.id}`)).toBe(200);
    expect(await statusOf('GET', `/decals/${one.id},${there.id}`, undefined, strict)).toBe(410);
  });

  it('responds 410 below a deleted parent, and to a deleted child of an existing parent', async () => {
    const { id } = await Drawer.create({ name: 'gone' });
    const folder = await Folder.create({ title: 'a', drawerId: id });
    await served.request('DELETE', `/drawers/${id}/folders/${folder.id}`);

    expect(await statusOf('GET', `/drawers/${id}/folders/${folder.id}`)).toBe(410);
    expect(await statusOf('GET', `/drawers/${id}/folders/${folder.id}/sheets`)).toBe(410);
    await served.request('DELETE', `/drawers/${id}`);
    expect(await statusOf('GET', `/drawers/${id}/folders`)).toBe(410);
    expect(await statusOf('POST', `/drawers/${id}/folders`, { title: 'b' })).toBe(410);
    expect(await statusOf('GET', `/drawers/999999/folders/${folder.id}`)).toBe(404);
  });

  it('responds 410 to a single child of a deleted parent, at any depth, and 404 to one that does not exist', async () => {
    const { id } = await Drawer.create({ name: 'gone' });
    const plate = `/drawers/${id}/plate`;

    expect(await statusOf('GET', plate)).toBe(404);
    expect(await statusOf('PUT', plate, { text: 'a' })).toBe(201);
    const screw = await served.request('POST', `${plate}/screws`, {});
    await served.request('DELETE', `${plate}/screws/${screw.body.id}`);
    expect(await statusOf('GET', `${plate}/screws/${screw.body.id}`)).toBe(410);
    expect(await statusOf('GET', `${plate}/screws/999999`)).toBe(404);
  });

  it('responds 404 to a deleted single child, and 410 once its parent is deleted', async () => {
    const { id } = await Drawer.create({ name: 'gone' });
    const plate = `/drawers/${id}/plate`;
    await served.request('PUT', plate, { text: 'a' });

    await served.request('DELETE', plate);
    expect(await statusOf('GET', plate)).toBe(404);
    await served.request('DELETE', `/drawers/${id}`);
    for (const method of ['GET', 'DELETE']) expect(await statusOf(method, plate)).toBe(410);
    expect(await statusOf('PUT', plate, { text: 'b' })).toBe(410);
    expect(await statusOf('GET', `${plate}/screws`)).toBe(410);
    expect(await statusOf('GET', '/drawers/999999/plate')).toBe(404);
  });

  it('responds 404 to an existing entity that does not match the filter', async () => {
    const { id } = await Drawer.create({ name: 'there' });

    expect(await statusOf('GET', `/drawers/${id}?name=other`)).toBe(404);
  });
});
