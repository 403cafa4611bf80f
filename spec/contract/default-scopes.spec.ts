import type { EntityId } from '../../lib';
import { archive, Clip, Folder, FolderSticker, Page, Sticker } from '../support/domain/archive';
import { useServed } from '../support/serve-shop';

const served = useServed(archive);
const { create, read, request } = served;

let open: number;
let archived: EntityId;

beforeEach(async () => {
  for (const type of ['clips', 'pages', 'folder_stickers', 'subfolders', 'folders', 'stickers']) {
    await Folder.sequelize!.query(`DELETE FROM ${type}`);
  }
  ({ id: open } = await create('/folders', {
    title: 'open',
    pages: [{ text: 'one' }, { text: 'two', state: 'dead' }],
  }));
  ({ id: archived } = await Folder.create({ title: 'archived', isArchived: true }));
});

describe('A row that the default scope of its class excludes', () => {
  it('is not found by key, in lists and pages, or by a write', async () => {
    expect((await read('/folders')).map(({ title }: Folder) => title)).toEqual(['open']);
    expect(await read('/folders?page=1&per_page=1')).toMatchObject({ total: 1 });
    expect(await read('/folders?is_archived=true')).toEqual([]);
    for (const method of ['GET', 'DELETE']) {
      expect(await request(method, `/folders/${archived}`)).toMatchObject({ status: 404 });
    }
    expect(await request('PUT', `/folders/${archived}`, { title: 'x' })).toMatchObject({ status: 404 });
    expect((await request('GET', `/folders/${open},${archived}`)).headers.get('Missing-Ids')).toBe(String(archived));
    expect(await Folder.unscoped().count()).toBe(2);
  });

  it('is not found as a child, and its own children are not found', async () => {
    await Page.create({ text: 'hidden', folderId: archived });
    const [page] = await read(`/folders/${open}/pages`);
    const dead = (await Page.unscoped().findOne({ where: { text: 'two' } }))!;

    expect(await request('GET', `/folders/${archived}/pages`)).toMatchObject({ status: 404 });
    expect(await request('POST', `/folders/${archived}/pages`, { text: 'x' })).toMatchObject({ status: 404 });
    expect(await read(`/folders/${open}?expand=pages`)).toMatchObject({ pages: [page] });
    expect(await request('GET', `/folders/${open}/pages/${dead.id}`)).toMatchObject({ status: 404 });
    const named = await request('PUT', `/folders/${open}`, { pages: [{ id: dead.id, text: 'x' }] });
    expect(named).toMatchObject({ status: 422, body: { field_errors: [{ field: 'pages[0].id' }] } });
    expect(await read('/folders?pages.text=two')).toEqual([]);
    expect(await read('/folders?pages.text=one')).toHaveLength(1);
  });

  it('is not found by a new reference, while existing references are kept', async () => {
    const clip = await Clip.create({ folderId: archived });
    const missing = {
      status: 409,
      body: { detail: `folder_id refers to the Folder ${archived}, which does not exist.` },
    };

    expect(await request('POST', '/clips', { folder_id: archived })).toMatchObject(missing);
    const { id } = await create('/clips', { folder_id: open });
    expect(await request('PUT', `/clips/${id}`, { folder_id: archived })).toMatchObject(missing);
    expect(await request('PUT', `/clips/${clip.id}`, { folder_id: archived })).toMatchObject({ status: 200 });
  });

  it('cannot be linked, its key remains taken, and its links are not shown', async () => {
    const sticker = await Sticker.create({ name: 'old', isArchived: true });
    const shown = await create(`/folders/${open}/stickers`, { name: 'new' });
    await FolderSticker.create({ folderId: open, stickerId: sticker.id });

    expect((await read(`/folders/${open}/stickers`)).map(({ name }: Sticker) => name)).toEqual(['new']);
    expect((await read(`/folders/${open}?expand=stickers`)).stickers).toHaveLength(1);
    expect(await request('POST', `/folders/${open}/stickers`, { name: 'old' })).toMatchObject({ status: 409 });
    await FolderSticker.update({ isVisible: false }, { where: { stickerId: shown.id } });
    expect(await read(`/folders/${open}/stickers`)).toEqual([]);
    expect((await read(`/folders/${open}?expand=stickers`)).stickers).toEqual([]);
  });
});

describe('A write that moves a row out of its default scope', () => {
  it('succeeds and returns the written row, which is not found afterwards', async () => {
    const { version } = (await Folder.findByPk(open))!;
    const both = { is_archived: true, pages: [{ text: 'three' }] };

    expect(await request('PUT', `/folders/${open}`, both)).toMatchObject({ status: 200, body: { is_archived: true } });
    expect(await request('GET', `/folders/${open}`)).toMatchObject({ status: 404 });
    expect((await Folder.unscoped().findByPk(open))!.version).toBe(version + 1);

    const born = { title: 'born', is_archived: true, pages: [{ text: 'x', state: 'dead' }] };
    const { id } = await create('/folders', born);
    expect(await request('GET', `/folders/${id}`)).toMatchObject({ status: 404 });
    await create(`/folders/${(await create('/folders', { title: 'z' })).id}/pages`, { text: 'y', state: 'dead' });
  });
});

describe('DELETE of a root', () => {
  it('deletes all of its children, including those that their default scope excludes', async () => {
    const sticker = await create(`/folders/${open}/stickers`, { name: 'new' });
    await FolderSticker.update({ isVisible: false }, { where: { stickerId: sticker.id } });

    expect(await request('DELETE', `/folders/${open}`)).toMatchObject({ status: 204 });

    expect(await Page.unscoped().count()).toBe(0);
    expect(await FolderSticker.unscoped().count()).toBe(0);
  });
});
