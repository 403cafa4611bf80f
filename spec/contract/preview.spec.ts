import { Generated, type Request, Resource, type Response } from '../../lib';
import { BenchUser, Carpenter, Lamp, Screw, sent, Tool, Workbench, workbenches } from '../support/domain/workbenches';
import { randomWrite } from '../support/random-workbench-writes';
import { namedByHeader, permittedByName } from '../support/security/named-by-header';
import { numbersFrom, repeatable, seedOr } from '../support/seed';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { type Change, comparable, differences, type Rows, rowsIn } from '../support/workbench-changes';

const READER = { 'X-User': 'price.get' };
const PREVIEW = { ...READER, Prefer: 'preview' };

const ALL = [BenchUser, Screw, Tool, Lamp, Workbench, Carpenter] as unknown as (typeof Lamp)[];

@Resource(Carpenter)
class CarpenterResource extends Generated(Carpenter) {
  async createCarpenter(request: Request, response: Response): Promise<unknown> {
    await super.createCarpenter(request, response);
    await new Carpenter({ name: 'apprentice' } as never).persist();
    return undefined;
  }
}

const api = useServed(workbenches, {
  resources: [CarpenterResource],
  authenticators: [namedByHeader],
  authorizer: permittedByName,
  settings: { idempotency: { key: 'optional' } },
});

beforeEach(async () => {
  for (const model of ALL) await model.destroy({ where: {}, force: true });
  sent.length = 0;
});

async function createWorkbench(room = 'cellar'): Promise<ApiResponse['body']> {
  const tools = [
    { name: 'saw', price: 5, screws: [{ size: 1 }, { size: 2 }] },
    { name: 'axe', price: 7 },
  ];
  const body = { room, tools, lamp: { watts: 40 }, carpenters: [{ name: 'Ada' }, { name: 'Bob' }] };
  return (await api.request('POST', '/workbenches', body, READER)).body;
}

async function storedRows(): Promise<string> {
  const rows: unknown[] = [];
  for (const model of ALL) rows.push(await model.findAll({ raw: true, paranoid: false }));
  return JSON.stringify(rows);
}

async function preview(method: string, path: string, body?: unknown, headers: Record<string, string> = PREVIEW) {
  const before = await storedRows();
  const response = await api.request(method, path, body, headers);
  expect(await storedRows()).toBe(before);
  return response;
}

/** The rows as a client reads them. */
async function readRows(): Promise<Rows> {
  const expand = 'expand=tools,tools.screws,lamp,carpenters';
  return rowsIn((await api.request('GET', `/workbenches?${expand}`, undefined, READER)).body);
}

/** Previews a write, runs it, and compares: a preview reports exactly what the write changes. */
async function changesOf(method: string, path: string, body?: unknown): Promise<readonly Change[]> {
  const previewed = await preview(method, path, body);
  const before = await readRows();
  const real = await api.request(method, path, body, READER);
  const after = await readRows();
  const isSoftDelete = /^DELETE \/workbenches\/\d+$|restore$/.test(`${method} ${path}`);
  expect(previewed.status).toBe(200);
  expect(previewed.headers.get('Preference-Applied')).toBe('preview');
  expect(previewed.body.status).toBe(real.status);
  const { changes } = previewed.body;
  if (real.status < 400) expect(comparable(changes)).toEqual(comparable(differences(before, after, isSoftDelete)));
  else expect(previewed.body).toMatchObject({ changes: [], violations: real.body.field_errors ?? [] });
  return changes;
}

const pathsOf = (changes: readonly Change[]) => changes.map(({ path }) => path).filter((path) => !/_at$/.test(path));

describe('A write with Prefer: preview', () => {
  it('returns the rows that a POST would create, element by element', async () => {
    const tools = [{ name: 'saw', screws: [{ size: 3 }] }, { name: 'axe' }];

    const changes = await changesOf('POST', '/workbenches', { room: 'attic', tools, lamp: { watts: 25 } });

    expect(pathsOf(changes)).toEqual(['', 'tools[0]', 'tools[1]', 'tools[0].screws[0]', 'lamp'].sort(byLevel(changes)));
    expect(changes[0]).toMatchObject({ before: null, after: { room: 'attic', uses: null } });
  });

  it('counts the payloads of an array', async () => {
    const changes = await changesOf('POST', '/workbenches', [{ room: 'a' }, { room: 'b', tools: [{ name: 'saw' }] }]);

    expect(pathsOf(changes)).toEqual(['[0]', '[1]', '[1].tools[0]']);
  });

  it('returns the changes of a PUT at each depth, and nothing else', async () => {
    const { id, tools } = await createWorkbench();
    const body = { room: 'garage', tools: [{ name: 'file' }, { id: tools[0].id, price: 9, screws: [{ size: 8 }] }] };

    const changes = await changesOf('PATCH', `/workbenches/${id}`, {
      ...body,
      tools: [...body.tools, { id: tools[1].id }],
    });

    expect(pathsOf(changes)).toContain('room');
    expect(pathsOf(changes)).toContain('tools[1].price');
  });

  it('names the entities of several ids by their keys', async () => {
    const [one, other] = [await createWorkbench(), await createWorkbench('shed')];

    const changes = await changesOf('PUT', `/workbenches/${one.id},${other.id}`, { uses: 3 });

    expect(pathsOf(changes)).toEqual([`[id=${one.id}].uses`, `[id=${other.id}].uses`]);
  });

  it('returns the changes of a child, of a delete with its children, and of a restore', async () => {
    const { id, tools } = await createWorkbench();

    expect(pathsOf(await changesOf('PUT', `/workbenches/${id}/tools/${tools[1].id}`, { name: 'hatchet' }))).toEqual([
      'name',
    ]);
    expect(pathsOf(await changesOf('DELETE', `/workbenches/${id}/tools/${tools[0].id}`))[0]).toBe('');
    expect(pathsOf(await changesOf('DELETE', `/workbenches/${id}`))[0]).toBe('');
    const restored = await changesOf('PUT', `/workbenches/${id}/restore`);
    expect(restored[0]).toMatchObject({ path: '', before: null, after: { room: 'cellar' } });
  });

  it('returns only the created or deleted grandchild, without its ancestors', async () => {
    const { id, tools } = await createWorkbench();
    const screws = `/workbenches/${id}/tools/${tools[1].id}/screws`;

    expect(pathsOf(await changesOf('POST', screws, { size: 4 }))).toEqual(['']);
    const [{ id: screw }] = (await api.request('GET', screws, undefined, READER)).body;
    expect(pathsOf(await changesOf('DELETE', `${screws}/${screw}`))).toEqual(['']);
  });

  it('returns the changes of a replaced collection', async () => {
    const { id, tools } = await createWorkbench();
    const body = [{ name: 'new' }, { id: tools[1].id, name: 'hatchet' }];

    const changes = await changesOf('PUT', `/workbenches/${id}/tools`, body);

    expect(pathsOf(changes)).toEqual(expect.arrayContaining(['[0]', '[1].name', `[id=${tools[0].id}]`]));
  });

  it('returns the changes of single children and links', async () => {
    const { id, carpenters } = await createWorkbench();
    const other = await createWorkbench('shed');

    expect(pathsOf(await changesOf('PUT', `/workbenches/${id}/lamp`, { watts: 60 }))).toEqual(['watts']);
    expect(pathsOf(await changesOf('DELETE', `/workbenches/${id}/lamp`))).toEqual(['']);
    expect(pathsOf(await changesOf('PUT', `/workbenches/${id}/lamp`, { watts: 10 }))).toEqual(['']);
    const link = { id: other.carpenters[0].id };
    expect(pathsOf(await changesOf('POST', `/workbenches/${id}/carpenters`, link))).toEqual(['']);
    expect(pathsOf(await changesOf('DELETE', `/workbenches/${id}/carpenters/${carpenters[0].id}`))).toEqual(['']);
  });
});

describe('A preview', () => {
  it('returns all changes of an action, but does not run what waits for the COMMIT', async () => {
    const { id, tools } = await createWorkbench();

    const { body } = await preview('PUT', `/workbenches/${id}/tidy`, { uses: 4 });

    expect(sent).toEqual([]);
    expect(pathsOf(body.changes)).toEqual(
      expect.arrayContaining(['uses', `tools[id=${tools[0].id}].name`, `tools[id=${tools[0].id}].price`]),
    );
    await changesOf('PUT', `/workbenches/${id}/tidy`, { uses: 5 });
    expect(sent).toEqual(['tidied cellar']);
  });

  it('returns the number of bytes of a large value', async () => {
    const { id } = await createWorkbench();
    const headers = { ...PREVIEW, 'Content-Type': 'image/png' };

    const { body } = await preview('PUT', `/workbenches/${id}/plan`, 'bytes', headers);

    expect(body).toMatchObject({ status: 204, violations: [] });
    const [change] = body.changes.filter(({ path }: Change) => path === 'plan');
    expect(change).toEqual({ path: 'plan', before: null, after: { size: 5, media_type: 'image/png' } });
  });

  it('returns the error that the write would respond with', async () => {
    const { id } = await createWorkbench();

    await changesOf('PUT', `/workbenches/${id}`, { tools: [{ name: 'x'.repeat(30) }] });
    await changesOf('PUT', '/workbenches/999999', { room: 'nowhere' });
    await changesOf('POST', '/workbenches/nowhere/tools', { name: 'saw' });
    const worn = await preview('PUT', `/workbenches/${id}/tidy`, { uses: 101 });
    expect(worn.body).toEqual({ status: 409, detail: 'It is worn out.', changes: [], violations: [] });
  });

  it('rejects malformed or forbidden requests as a write does', async () => {
    const { id } = await createWorkbench();

    expect((await preview('PUT', `/workbenches/${id}`, '{', PREVIEW)).status).toBe(415);
    expect((await preview('PUT', `/workbenches/${id}/tidy`, { uses: -1 })).status).toBe(400);
    expect((await preview('PUT', `/workbenches/${id},`, { room: 'x' })).status).toBe(400);
  });

  it('contains nothing that the request may not read', async () => {
    const { id, tools } = await createWorkbench();
    const body = {
      tools: [
        { id: tools[0].id, name: 'blade', price: 123456 },
        { name: 'new', price: 123457 },
      ],
    };

    const { body: shown } = await preview('PUT', `/workbenches/${id}`, body, { Prefer: 'preview', 'X-User': 'nobody' });

    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown)).toContain('blade');
    expect(JSON.stringify(shown)).not.toMatch(/price|12345/);
  });

  it('does not consume its Idempotency-Key', async () => {
    const keyed = { ...READER, 'Idempotency-Key': 'bench-1' };

    await preview('POST', '/workbenches', { room: 'other' }, { ...keyed, Prefer: 'preview' });
    const real = await api.request('POST', '/workbenches', { room: 'real' }, keyed);
    const repeated = await preview('POST', '/workbenches', { room: 'real' }, { ...keyed, Prefer: 'preview' });

    expect(real.status).toBe(201);
    expect(repeated.body.status).toBe(201);
    expect(await Workbench.count()).toBe(1);
  });

  it('rolls back what an override of a route has written', async () => {
    const { body } = await preview('POST', '/carpenters', { name: 'Eve' });

    expect(body).toMatchObject({ status: 201 });
    expect(body.changes.map(({ after }: { after: { name: string } }) => after.name).sort()).toEqual([
      'Eve',
      'apprentice',
    ]);
  });

  it('is also requested by preview=true, but not by preview=false', async () => {
    const { id } = await createWorkbench();
    const headers = { ...READER, Prefer: 'preview = "true"; why=unsure' };

    const response = await preview('PUT', `/workbenches/${id}`, { room: 'attic' }, headers);
    expect([response.body.status, response.headers.get('Preference-Applied')]).toEqual([200, 'preview']);
    const written = await api.request(
      'PUT',
      `/workbenches/${id}`,
      { room: 'x' },
      { ...READER, Prefer: 'preview=false' },
    );
    expect([written.body.room, written.headers.has('Preference-Applied')]).toEqual(['x', false]);
  });

  it('is ignored by a read', async () => {
    const { id } = await createWorkbench();

    const { body, headers } = await api.request('GET', `/workbenches/${id}`, undefined, PREVIEW);

    expect(body.room).toBe('cellar');
    expect(headers.has('Preference-Applied')).toBe(false);
  });

  it('matches the effect of random writes', async () => {
    await repeatable(seedOr(39), async (seed) => {
      const random = numbersFrom(seed);
      await createWorkbench();
      for (let round = 0; round < 25; round++) {
        const { body: all } = await api.request('GET', '/workbenches?expand=tools.screws', undefined, READER);
        await changesOf(...randomWrite(random, all));
      }
    });
  });
});

/** Sorts paths in the order of the changes, since the order of levels depends on the model. */
function byLevel(changes: readonly Change[]): (one: string, other: string) => number {
  const order = changes.map(({ path }) => path);
  return (one, other) => order.indexOf(one) - order.indexOf(other);
}
