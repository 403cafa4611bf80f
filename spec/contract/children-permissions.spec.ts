import {
  FILING,
  Folder,
  FolderLabel,
  FolderStamp,
  Label,
  Memo,
  Note,
  Page,
  Sheet,
  Stamp,
  Summary,
  Task,
} from '../support/domain/filing';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

let folder: Folder;
let at: Readonly<Record<string, string>>;

const served = useServed(FILING, { authenticators: [namedByHeader], authorizer: permittedByName });

let number = 0;

beforeEach(async () => {
  folder = await Folder.create({ name: 'first' });
  const folderId = folder.id;
  const page = await Page.create({ folderId, title: 'kept', scan: Buffer.from('scan') });
  const deleted = await Page.create({ folderId, title: 'deleted' });
  await deleted.destroy();
  const note = await Note.create({ pageId: page.id });
  const sheet = await Sheet.create({ folderId });
  const memo = await Memo.create({ folderId });
  const task = await Task.create({ folderId });
  const [linked, free] = [await Label.create({ name: 'linked' }), await Label.create({ name: 'free' })];
  await FolderLabel.create({ folderId, labelId: linked.id });
  const code = `S${++number}`;
  const stamp = await Stamp.create({ code });
  await FolderStamp.create({ folderId, stampId: stamp.id });
  await Summary.create({ folderId, text: 'short' });
  at = {
    ...{ folder: `/folders/${folder.id}`, page: `pages/${page.id}`, restore: `pages/${deleted.id}/restore` },
    ...{ note: `pages/${page.id}/notes/${note.id}`, notes: `pages/${page.id}/notes`, sheet: `sheets/${sheet.id}` },
    ...{ memo: `memos/${memo.id}`, task: `tasks/${task.id}`, linked: `labels/${linked.id}`, stamp: `stamps/${code}` },
    ...{ freeId: String(free.id), code, taskId: String(task.id) },
  };
});

const ask = (method: string, path: string, body: unknown, permissions: string, headers = {}) =>
  served.request(method, path, body, { ...holding(...permissions.split(' ')), ...headers });

/** A request below a folder, as a method, the name of a path or the path, and the content. */
type Row = [method: string, path: string, body: () => unknown];

const nothing = () => undefined;

const send = ([method, path, body]: Row, permissions: string, headers = {}) =>
  ask(method, `${at.folder}/${at[path] ?? path}`, body(), permissions, headers);

const READER = 'folder.get label.get label.post label.put label.delete';

const WRITES: readonly Row[] = [
  ['POST', 'pages', () => ({ title: 'new' })],
  ['POST', 'pages', () => [{ title: 'new' }, { title: 'newer' }]],
  ['PUT', 'page', () => ({ title: 'other' })],
  ['PATCH', 'page', () => ({ title: 'other' })],
  ['DELETE', 'page', nothing],
  ['PUT', 'restore', nothing],
  ['POST', 'notes', () => ({ text: 'new' })],
  ['PATCH', 'note', () => ({ text: 'other' })],
  ['DELETE', 'note', nothing],
  ['PUT', 'sheets', () => []],
  ['PUT', 'sheets', () => [{ title: 'new' }]],
  ['PUT', 'summary', () => ({ text: 'other' })],
  ['PATCH', 'summary', () => ({ text: 'other' })],
  ['DELETE', 'summary', nothing],
  ['PUT', 'memo', () => ({ text: 'other' })],
  ['DELETE', 'memo', nothing],
  ['POST', 'tasks', () => ({ text: 'new' })],
  ['DELETE', 'task', nothing],
  ['POST', 'labels', () => ({ id: Number(at.freeId) })],
  ['POST', 'labels', () => ({ name: 'new' })],
  ['DELETE', 'linked', nothing],
  ['POST', 'stamps', () => ({ code: `N${++number}` })],
  ['PUT', 'stamp', () => ({ motif: 'tower' })],
  ['DELETE', 'stamp', nothing],
];

describe('A write of a child without an entry of its own', () => {
  it.each<Row>(WRITES)('requires what PUT of the root requires, before any statement: %s %s', async (...row) => {
    const statements = await statementsOf(Folder as never, async () => {
      const refused = await send(row, READER);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('"folder.put"')]);
      expect((await send(row, READER, { Prefer: 'preview' })).status).toBe(403);
    });
    expect(statements).toEqual([]);
    expect((await send(row, 'folder.put')).status).toBe(403);
    expect((await send(row, `${READER} folder.put`)).status).toBeLessThan(300);
  });

  it.each(['PUT', 'DELETE'])('requires it for %s of a large value too', async (method) => {
    const path = `${served.address}${at.folder}/${at.page}/scan`;
    const status = async (permissions: string) => {
      const headers = { ...holding(...permissions.split(' ')), 'Content-Type': 'application/octet-stream' };
      return (await fetch(path, { method, headers, body: method === 'PUT' ? 'other' : undefined })).status;
    };

    expect(await status('folder.get')).toBe(403);
    expect(await status('folder.get folder.put')).toBeLessThan(300);
  });

  it('requires it in the payload of its parent, which has an entry', async () => {
    const steps = { notes: [{ text: 'new' }] };
    const update: Row = ['PUT', 'task', () => steps];

    expect((await send(['PUT', 'task', () => ({ text: 'other' })], 'folder.get task.put')).status).toBe(200);
    const refused = await send(update, 'folder.get task.put');
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('"folder.put"')]);
    expect((await send(update, 'folder.get task.put folder.put')).status).toBe(200);
  });

  it.each([
    ['create', 'pages', { title: 'new' }],
    ['update', 'page', { title: 'other' }],
    ['delete', 'page', undefined],
  ])('requires it in a batch: %s', async (op, path, value) => {
    const step = { op, path: at[path] ?? path, ...(value && { value }) };
    const headers = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };
    const batch = (permissions: string) =>
      ask('PATCH', at.folder!, JSON.stringify({ steps: [step] }), permissions, headers);

    expect((await batch('folder.get')).status).toBe(403);
    expect((await batch('folder.get folder.put')).status).toBe(200);
  });
});

describe('An entry for the method', () => {
  it('on the collection replaces that of the root', async () => {
    const create: Row = ['POST', 'memos', () => ({ text: 'new' })];

    expect((await send(create, 'folder.get folder.put')).status).toBe(403);
    expect((await send(create, 'folder.get memo.post')).status).toBe(201);
  });

  it('on the class replaces that of the root, for PATCH as for PUT', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const update: Row = [method, 'task', () => ({ text: method })];
      expect((await send(update, 'folder.get folder.put')).status).toBe(403);
      expect((await send(update, 'folder.get task.put')).status).toBe(200);
    }
  });

  it('on the class of a linked entity counts for its update, and for no link', async () => {
    const update: Row = ['PUT', 'linked', () => ({ name: 'other' })];

    expect((await send(update, 'folder.get label.get label.put')).status).toBe(200);
    expect((await send(['DELETE', 'linked', nothing], 'folder.get label.get label.delete')).status).toBe(403);
  });
});

describe('Rows that are inserted with their root', () => {
  const create = (body: object, permissions: string) =>
    ask('POST', '/folders', body, `folder.post folder.get ${permissions}`);

  it.each<[string, object, string]>([
    ['children without an entry', { pages: [{ title: 'new', notes: [{ text: 'new' }] }] }, ''],
    ['a single child', { summary: { text: 'new' } }, ''],
    ['an element of a collection that arrays replace', { sheets: [{ title: 'new' }] }, ''],
    ['a linked entity that is new', { labels: [{ name: 'new' }] }, 'label.get label.post'],
    ['a child whose class has an entry for PUT', { tasks: [{ text: 'new' }] }, ''],
    ['a child whose collection has an entry for POST', { memos: [{ text: 'new' }] }, 'memo.post'],
  ])('require the permissions of their root and their own: %s', async (_, body, own) => {
    expect((await ask('POST', '/folders', body, `folder.get ${own}`)).status).toBe(403);
    for (const missing of own.split(' ').filter((name) => name !== '')) {
      const others = own.replace(missing, '');
      expect((await create(body, others)).status).toBe(403);
    }
    expect((await create(body, own)).status).toBe(201);
  });

  it('are no excuse for links to existing rows, and their updates', async () => {
    const link = { labels: [{ id: Number(at.freeId) }] };
    const update = { labels: [{ id: Number(at.freeId), name: 'other' }] };
    const refused = await create(link, 'label.get label.post label.put');

    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('"folder.put"')]);
    expect((await create(link, 'label.get folder.put')).status).toBe(201);
    expect((await create(update, 'label.get folder.put')).status).toBe(403);
    expect((await create(update, 'label.get folder.put label.put')).status).toBe(201);
  });

  it('are told from links by the stored rows where clients choose keys', async () => {
    const linked = await create({ stamps: [{ code: at.code }] }, '');

    expect([linked.status, linked.body.detail]).toEqual([403, expect.stringContaining('"folder.put"')]);
    expect((await create({ stamps: [{ code: at.code }] }, 'folder.put')).status).toBe(201);
    expect((await create({ stamps: [{ code: `N${++number}` }] }, '')).status).toBe(201);
  });

  it('below an existing root require what PUT of the root requires', async () => {
    const create: Row = ['POST', 'tasks', () => ({ notes: [{ text: 'new' }] })];

    expect((await send(create, 'folder.post folder.get')).status).toBe(403);
    expect((await send(create, 'folder.put folder.get')).status).toBe(201);
  });
});

describe('A root that is also in a collection', () => {
  const stamps: readonly Row[] = [
    ['POST', '/stamps', () => ({ code: `N${++number}` })],
    ['PUT', '/stamps/{code}', () => ({ motif: 'tower' })],
    ['PATCH', '/stamps/{code}', () => ({ motif: 'tower' })],
    ['DELETE', '/stamps/{code}', nothing],
    ['PUT', '/stamps/{code}/void', () => ({})],
    ['POST', '/stamps/{code}/marks', () => ({})],
  ];

  it.each<Row>(stamps)(
    'and has no @Secure requires what PUT of each root that holds it requires: %s %s',
    async (method, template, body) => {
      const path = template.replace('{code}', at.code!);
      await FolderStamp.destroy({ where: { folderId: folder.id } });

      expect((await ask(method, path, body(), 'folder.get')).status).toBe(403);
      expect((await ask(method, path, body(), 'folder.put')).status).toBeLessThan(300);
      expect((await ask('GET', '/stamps', undefined, 'nothing')).status).toBe(200);
    },
  );

  it('and has @Secure requires its own entries on its own routes', async () => {
    const path = `/labels/${at.freeId}`;

    expect((await ask('PUT', path, { name: 'other' }, 'folder.put')).status).toBe(403);
    expect((await ask('PUT', path, { name: 'other' }, 'label.put')).status).toBe(200);
  });
});

describe('@Public on a collection', () => {
  it('opens the writes of that collection, and of no other', async () => {
    const { body: board } = await ask('POST', '/boards', {}, 'board.post');
    const create = (name: string) => served.request('POST', `/boards/${board.id}/${name}`, {});

    const { status, body: wish } = await create('wishes');
    expect(status).toBe(201);
    expect((await served.request('DELETE', `/boards/${board.id}/wishes/${wish.id}`)).status).toBe(204);
    expect((await create('posters')).status).toBe(401);
    expect((await ask('POST', `/boards/${board.id}/posters`, {}, 'board.put')).status).toBe(201);
  });
});
