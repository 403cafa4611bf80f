import { Generated, type Request, Resource, type Response } from '../../lib';
import { BenchUser, Carpenter, Lamp, Screw, sent, Tool, Workbench, workbenches } from '../support/domain/workbenches';
import { namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type Answer, type Served, serve } from '../support/serve-shop';

interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const READER = { 'X-User': 'price.get' };
const PREVIEW = { ...READER, Prefer: 'preview' };

const ALL = [BenchUser, Screw, Tool, Lamp, Workbench, Carpenter] as unknown as (typeof Lamp)[];

/** Values that are made anew by each request. */
const MADE = /^(id|created_at|updated_at|.*_id)$/;

@Resource(Carpenter)
class CarpenterResource extends Generated(Carpenter) {
  async createCarpenter(request: Request, response: Response): Promise<unknown> {
    await super.createCarpenter(request, response);
    await new Carpenter({ name: 'apprentice' } as never).persist();
    return undefined;
  }
}

describe('A write with Prefer: preview', () => {
  let api: Served;

  beforeAll(async () => {
    api = await serve(workbenches, {
      resources: [CarpenterResource],
      authenticators: [namedByHeader],
      authorizer: permittedByName,
      settings: { idempotency: { key: 'optional' } },
    });
  });

  afterAll(() => api.stop());

  beforeEach(async () => {
    for (const model of ALL) await model.destroy({ where: {}, force: true });
    sent.length = 0;
  });

  async function made(room = 'cellar'): Promise<Answer['body']> {
    const tools = [
      { name: 'saw', price: 5, screws: [{ size: 1 }, { size: 2 }] },
      { name: 'axe', price: 7 },
    ];
    const body = { room, tools, lamp: { watts: 40 }, carpenters: [{ name: 'Ada' }, { name: 'Bob' }] };
    return (await api.request('POST', '/workbenches', body, READER)).body;
  }

  async function tables(): Promise<string> {
    const rows: unknown[] = [];
    for (const model of ALL) rows.push(await model.findAll({ raw: true, paranoid: false }));
    return JSON.stringify(rows);
  }

  async function preview(method: string, path: string, body?: unknown, headers: Record<string, string> = PREVIEW) {
    const before = await tables();
    const answer = await api.request(method, path, body, headers);
    expect(await tables()).toBe(before);
    return answer;
  }

  /** The state as requests read it: rows by where they stand. */
  async function seen(): Promise<Map<string, Record<string, unknown>>> {
    const expand = 'expand=tools,tools.screws,lamp,carpenters';
    const { body } = await api.request('GET', `/workbenches?${expand}`, undefined, READER);
    const rows = new Map<string, Record<string, unknown>>();
    const add = (at: string, element: Record<string, unknown>) => {
      const fields = Object.entries(element).filter(([, value]) => typeof value !== 'object' || value === null);
      const name = `${at} ${element.id}`;
      rows.set(name, Object.fromEntries(fields.filter(([field]) => field !== 'lamp')));
      for (const [field, value] of Object.entries(element)) {
        if (typeof value !== 'object' || value === null) continue;
        for (const one of [value].flat()) add(`${name} ${field}`, one as Record<string, unknown>);
      }
    };
    for (const one of body) add('', one);
    return rows;
  }

  /** Without what is made anew, as texts in no order. */
  function kindsOf(changes: readonly Change[]): string[] {
    const kept = (value: unknown) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).filter(([name]) => !MADE.test(name) && name !== 'plan'))
        : value;
    return changes
      .filter(({ path }) => !MADE.test(path.split('.').at(-1)!))
      .map(({ path, before, after }) => {
        const names = path.replace(/\[[^\]]*\]/g, '').replace(/^\/workbenches/, '');
        const isRow = [before, after].some((value) => typeof value === 'object' && value !== null);
        return JSON.stringify([isRow ? '' : names.split('.').at(-1), kept(before), kept(after)]);
      })
      .sort();
  }

  function differences(
    before: Awaited<ReturnType<typeof seen>>,
    after: Awaited<ReturnType<typeof seen>>,
    isOfMarked: boolean,
  ): Change[] {
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Change[] => {
      const [was, is] = [before.get(name), after.get(name)];
      // The links of a root that is marked as deleted stay as they are.
      if (isOfMarked && name.includes('carpenters')) return [];
      if (!was || !is) return [{ path: '', before: was ?? null, after: is ?? null }];
      const fields = Object.keys(is).filter((field) => was[field] !== is[field]);
      return fields.map((path) => ({ path, before: was[path], after: is[path] }));
    });
  }

  /** Tries a write out and then does it: what is told is what becomes of it. */
  async function told(method: string, path: string, body?: unknown): Promise<readonly Change[]> {
    const tried = await preview(method, path, body);
    const before = await seen();
    const real = await api.request(method, path, body, READER);
    const after = await seen();
    const isOfMarked = /^DELETE \/workbenches\/\d+$|restore$/.test(`${method} ${path}`);
    expect(tried.status).toBe(200);
    expect(tried.headers.get('Preference-Applied')).toBe('preview');
    expect(tried.body.status).toBe(real.status);
    if (real.status < 400) expect(kindsOf(tried.body.changes)).toEqual(kindsOf(differences(before, after, isOfMarked)));
    else expect(tried.body).toMatchObject({ changes: [], violations: real.body.field_errors ?? [] });
    return tried.body.changes;
  }

  const pathsOf = (changes: readonly Change[]) => changes.map(({ path }) => path).filter((path) => !/_at$/.test(path));

  it('returns the rows that a POST would create, element by element', async () => {
    const tools = [{ name: 'saw', screws: [{ size: 3 }] }, { name: 'axe' }];

    const changes = await told('POST', '/workbenches', { room: 'attic', tools, lamp: { watts: 25 } });

    expect(pathsOf(changes)).toEqual(['', 'tools[0]', 'tools[1]', 'tools[0].screws[0]', 'lamp'].sort(byLevel(changes)));
    expect(changes[0]).toMatchObject({ before: null, after: { room: 'attic', uses: null } });
  });

  it('counts the payloads of an array', async () => {
    const changes = await told('POST', '/workbenches', [{ room: 'a' }, { room: 'b', tools: [{ name: 'saw' }] }]);

    expect(pathsOf(changes)).toEqual(['[0]', '[1]', '[1].tools[0]']);
  });

  it('returns the changes of a PUT at each depth, and nothing else', async () => {
    const { id, tools } = await made();
    const body = { room: 'garage', tools: [{ name: 'file' }, { id: tools[0].id, price: 9, screws: [{ size: 8 }] }] };

    const changes = await told('PATCH', `/workbenches/${id}`, { ...body, tools: [...body.tools, { id: tools[1].id }] });

    expect(pathsOf(changes)).toContain('room');
    expect(pathsOf(changes)).toContain('tools[1].price');
  });

  it('names the entities of several ids by their keys', async () => {
    const [one, other] = [await made(), await made('shed')];

    const changes = await told('PUT', `/workbenches/${one.id},${other.id}`, { uses: 3 });

    expect(pathsOf(changes)).toEqual([`[id=${one.id}].uses`, `[id=${other.id}].uses`]);
  });

  it('returns the changes of a child, of a delete with its children, and of a restore', async () => {
    const { id, tools } = await made();

    expect(pathsOf(await told('PUT', `/workbenches/${id}/tools/${tools[1].id}`, { name: 'hatchet' }))).toEqual([
      'name',
    ]);
    expect(pathsOf(await told('DELETE', `/workbenches/${id}/tools/${tools[0].id}`))[0]).toBe('');
    expect(pathsOf(await told('DELETE', `/workbenches/${id}`))[0]).toBe('');
    const restored = await told('PUT', `/workbenches/${id}/restore`);
    expect(restored[0]).toMatchObject({ path: '', before: null, after: { room: 'cellar' } });
  });

  it('returns only the created or deleted grandchild, without its ancestors', async () => {
    const { id, tools } = await made();
    const screws = `/workbenches/${id}/tools/${tools[1].id}/screws`;

    expect(pathsOf(await told('POST', screws, { size: 4 }))).toEqual(['']);
    const [{ id: screw }] = (await api.request('GET', screws, undefined, READER)).body;
    expect(pathsOf(await told('DELETE', `${screws}/${screw}`))).toEqual(['']);
  });

  it('returns the changes of a replaced collection', async () => {
    const { id, tools } = await made();
    const body = [{ name: 'new' }, { id: tools[1].id, name: 'hatchet' }];

    const changes = await told('PUT', `/workbenches/${id}/tools`, body);

    expect(pathsOf(changes)).toEqual(expect.arrayContaining(['[0]', '[1].name', `[id=${tools[0].id}]`]));
  });

  it('returns the changes of single children and links', async () => {
    const { id, carpenters } = await made();
    const other = await made('shed');

    expect(pathsOf(await told('PUT', `/workbenches/${id}/lamp`, { watts: 60 }))).toEqual(['watts']);
    expect(pathsOf(await told('DELETE', `/workbenches/${id}/lamp`))).toEqual(['']);
    expect(pathsOf(await told('PUT', `/workbenches/${id}/lamp`, { watts: 10 }))).toEqual(['']);
    const link = { id: other.carpenters[0].id };
    expect(pathsOf(await told('POST', `/workbenches/${id}/carpenters`, link))).toEqual(['']);
    expect(pathsOf(await told('DELETE', `/workbenches/${id}/carpenters/${carpenters[0].id}`))).toEqual(['']);
  });

  it('returns all changes of an action, but runs nothing that waits for the COMMIT', async () => {
    const { id, tools } = await made();

    const { body } = await preview('PUT', `/workbenches/${id}/tidy`, { uses: 4 });

    expect(sent).toEqual([]);
    expect(pathsOf(body.changes)).toEqual(
      expect.arrayContaining(['uses', `tools[id=${tools[0].id}].name`, `tools[id=${tools[0].id}].price`]),
    );
    await told('PUT', `/workbenches/${id}/tidy`, { uses: 5 });
    expect(sent).toEqual(['tidied cellar']);
  });

  it('returns the number of bytes of a large value', async () => {
    const { id } = await made();
    const headers = { ...PREVIEW, 'Content-Type': 'image/png' };

    const { body } = await preview('PUT', `/workbenches/${id}/plan`, 'bytes', headers);

    expect(body).toMatchObject({ status: 204, violations: [] });
    const [change] = body.changes.filter(({ path }: Change) => path === 'plan');
    expect(change).toEqual({ path: 'plan', before: null, after: { size: 5, media_type: 'image/png' } });
  });

  it('returns the error that the write would respond with', async () => {
    const { id } = await made();

    await told('PUT', `/workbenches/${id}`, { tools: [{ name: 'x'.repeat(30) }] });
    await told('PUT', '/workbenches/999999', { room: 'nowhere' });
    const worn = await preview('PUT', `/workbenches/${id}/tidy`, { uses: 101 });
    expect(worn.body).toEqual({ status: 409, detail: 'It is worn out.', changes: [], violations: [] });
  });

  it('rejects malformed or forbidden requests as a write does', async () => {
    const { id } = await made();

    expect((await preview('PUT', `/workbenches/${id}`, '{', PREVIEW)).status).toBe(415);
    expect((await preview('PUT', `/workbenches/${id}/tidy`, { uses: -1 })).status).toBe(400);
    expect((await preview('PUT', `/workbenches/${id},`, { room: 'x' })).status).toBe(400);
  });

  it('contains nothing that the request may not read', async () => {
    const { id, tools } = await made();
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

  it('is ignored by a read', async () => {
    const { id } = await made();

    const { body, headers } = await api.request('GET', `/workbenches/${id}`, undefined, PREVIEW);

    expect(body.room).toBe('cellar');
    expect(headers.has('Preference-Applied')).toBe(false);
  });

  it('matches the effect of random writes', async () => {
    const random = seeded(39);
    await made();
    for (let round = 0; round < 25; round++) {
      const { body: all } = await api.request('GET', '/workbenches?expand=tools.screws', undefined, READER);
      await told(...randomWrite(random, all));
    }
  });
});

/** In the order of levels: those of the single child and of grandchildren are the model's. */
function byLevel(changes: readonly Change[]): (one: string, other: string) => number {
  const order = changes.map(({ path }) => path);
  return (one, other) => order.indexOf(one) - order.indexOf(other);
}

type Random = (below: number) => number;

function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function randomWrite(random: Random, all: Answer['body']): [string, string, unknown?] {
  const some = (count: number, make: () => unknown) => Array.from({ length: random(count + 1) }, make);
  const name = () => ['saw', 'axe', 'file', 'a name that is too long for it'][random(4)];
  const tool = () => ({ name: name(), price: random(9), screws: some(2, () => ({ size: random(4) })) });
  if (all.length === 0 || random(6) === 0) return ['POST', '/workbenches', { room: 'r', tools: some(2, tool) }];
  const one = all[random(all.length)];
  const at = `/workbenches/${one.id}`;
  const known = (one.tools as { id: number }[]).filter(() => random(2) === 0);
  const tools = [...known.map(({ id }) => ({ id, price: random(9) })), ...some(2, tool)];
  const [first] = one.tools;
  const choices: [string, string, unknown?][] = [
    ['PUT', at, { uses: random(5), tools }],
    ['PUT', `${at}/tools`, tools],
    ['PUT', `${at}/tidy`, { uses: random(120) }],
    ['PUT', `${at}/lamp`, { watts: random(3) }],
    ['POST', `${at}/tools`, some(3, tool)],
    ['DELETE', first ? `${at}/tools/${first.id}` : at],
    ['POST', first ? `${at}/tools/${first.id}/screws` : `${at}/tools`, first ? { size: random(4) } : tool()],
    ['PUT', `${all.map(({ id }: { id: number }) => id).join(',')}`.replace(/^/, '/workbenches/'), { uses: random(5) }],
  ];
  return choices[random(choices.length)]!;
}

describe('A preview where previews are off', () => {
  it('is rejected, and nothing is written', async () => {
    const api = await serve(workbenches, {
      authenticators: [namedByHeader],
      authorizer: permittedByName,
      settings: { previews: { allowed: false } },
    });

    const { status, body } = await api.request('POST', '/carpenters', { name: 'Eve' }, { Prefer: 'preview' });
    const stored = await Carpenter.count();
    await api.stop();

    expect(status).toBe(400);
    expect(body.detail).toContain('previews.allowed');
    expect(stored).toBe(0);
  });
});
