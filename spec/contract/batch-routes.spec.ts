import { shop } from '../support/domain/shop';
import { HeldYards, Tree, YardResource, yards } from '../support/domain/yards';
import { tagOf, versionOf } from '../support/entity-tags';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type Served, serve } from '../support/serve-shop';

const BATCH = 'application/vnd.koaggregate.batch+json';

let api: Served;
let path: string;
let id: number;

const ALL = holding('shed.write', 'shed.delete');

beforeAll(async () => {
  api = await serve(yards, {
    Class: HeldYards,
    resources: [YardResource],
    authenticators: [namedByHeader],
    authorizer: permittedByName,
    settings: { idempotency: { key: 'optional' } },
  });
});

afterAll(() => api.stop());

beforeEach(async () => {
  const created = await api.request('POST', '/yards', { name: 'own', sheds: [{ name: 'old' }] }, ALL);
  path = `/yards/${created.body.id}`;
  id = created.body.sheds[0].id;
});

const send = (steps: unknown, headers: Record<string, string> = ALL, place = path) =>
  api.request('PATCH', place, { steps }, { ...headers, 'Content-Type': BATCH });

const readYard = async () => (await api.request('GET', `${path}?expand=sheds,sheds.bikes,gate`, undefined, ALL)).body;

describe('The steps of a batch', () => {
  it('may run actions, on the root and on created entities, and save a single child', async () => {
    const before = versionOf(await api.request('GET', path, undefined, ALL));
    const response = await send([
      { op: 'action', path: 'visit', value: { times: 3 } },
      { op: 'create', path: 'sheds', local_id: 'n', value: { name: 'new', plan: { roofKind: 'flat' } } },
      { op: 'create', path: 'sheds/{n}/bikes', value: { name: 'tandem' } },
      { op: 'action', path: 'sheds/{n}/empty' },
      { op: 'update', path: 'gate', value: { width: 2 } },
      { op: 'action', path: 'visit', value: { times: 2 } },
      { op: 'update', path: 'gate', value: { width: 3 } },
    ]);

    expect(response.status).toBe(200);
    const { steps } = response.body;
    expect(steps.map(({ status }: { status: number }) => status)).toEqual([200, 201, 201, 204, 201, 200, 200]);
    expect(steps[0].body).toEqual({ visits: 3 });
    expect(steps[1].body.plan).toEqual({ roofKind: 'flat' });
    expect(await readYard()).toMatchObject({ visits: 5, gate: { width: 3 }, sheds: [{}, { name: 'new', bikes: [] }] });
    expect(versionOf(response)).toBe(before + 1);
    expect(versionOf(await api.request('GET', path, undefined, ALL))).toBe(before + 1);
  });

  it('require the permissions of their own routes: 403 or 401 names the step, and nothing is written', async () => {
    const before = await readYard();
    const visit = { op: 'action', path: 'visit', value: { times: 1 } };
    const create = { op: 'create', path: 'sheds', value: { name: 'x' } };
    const remove = { op: 'delete', path: `sheds/${id}` };

    const forbidden = await send([visit, create, remove], holding('shed.write'));
    expect([forbidden.status, forbidden.body.step]).toEqual([403, 2]);
    const unknown = await send([visit, create], {});
    expect([unknown.status, unknown.body.step]).toEqual([401, 1]);
    expect(unknown.headers.get('WWW-Authenticate')).toContain('Named');
    // The permission for a nested child is checked by its payload.
    const nested = await send([{ op: 'update', path: '', value: { sheds: [{ name: 'y' }] } }], holding('other'));
    expect([nested.status, nested.body.step]).toEqual([403, 0]);
    expect(await readYard()).toEqual(before);
    expect((await send([visit], {})).status).toBe(200);
    expect((await send([create], holding('shed.write'))).status).toBe(200);
  });

  it('pass the guards that the application puts in front of their routes', async () => {
    const remove = { op: 'delete', path: `sheds/${id}` };

    const rejected = await send([{ op: 'action', path: 'visit', value: { times: 1 } }, remove], {
      ...ALL,
      'X-Hold': '1',
    });

    expect([rejected.status, rejected.body.step, rejected.body.detail]).toEqual([
      409,
      1,
      'Step 1: Deletes are on hold.',
    ]);
    expect((await readYard()).visits ?? 0).toBe(0);
  });

  it('find only rows in the scope of the request', async () => {
    const guest = { 'X-User': 'guest shed.write' };
    const foreign = await send([{ op: 'update', path: `sheds/${id}`, value: { name: 'x' } }], guest);
    expect([foreign.status, foreign.body.step]).toEqual([404, undefined]);
    const own = await api.request('POST', '/yards', { name: 'guest' }, guest);
    const leaving = await send([{ op: 'update', path: '', value: { name: 'own' } }], guest, `/yards/${own.body.id}`);
    expect([leaving.status, leaving.body.step]).toEqual([403, 0]);
  });

  it('cannot use routes that are not exposed, or that read', async () => {
    const tree = await Tree.create({ kind: 'oak', yardId: Number(path.split('/')[2]) } as never);
    for (const step of [
      { op: 'create', path: 'trees', value: { kind: 'elm' } },
      { op: 'update', path: `trees/${tree.id}`, value: { kind: 'elm' } },
      { op: 'delete', path: `trees/${tree.id}` },
      { op: 'action', path: 'trees' },
    ]) {
      const response = await send([step]);
      expect([response.status, response.body.step]).toEqual([404, 0]);
    }
  });
});

describe('The writes of a batch', () => {
  it('may break an invariant temporarily, since it is checked once at the end', async () => {
    const create = { op: 'create', path: 'sheds', value: { name: 'x' } };
    const before = await readYard();
    const broken = await send([create, create, create]);
    expect([broken.status, broken.body.invariant, broken.body.step]).toEqual([422, 'few-sheds', undefined]);
    expect(await readYard()).toEqual(before);
    expect((await send([create, create, create, { op: 'delete', path: `sheds/${id}` }])).status).toBe(200);
    expect((await readYard()).sheds).toHaveLength(3);
  });

  it('fail with the error of an action, and with the error response of an override', async () => {
    const before = await readYard();
    const thrown = await send([
      { op: 'update', path: `sheds/${id}`, value: { name: 'x' } },
      { op: 'action', path: 'visit', value: { times: -1 } },
    ]);
    expect([thrown.status, thrown.body.step, thrown.body.detail]).toEqual([
      409,
      1,
      'Step 1: Nobody visits less than never.',
    ]);
    const response = await send([{ op: 'create', path: `sheds/${id}/bikes`, value: { name: 'stolen' } }]);
    expect([response.status, response.body.detail]).toEqual([409, 'Step 0: It is stolen.']);
    expect(await readYard()).toEqual(before);
    const replaced = await send([{ op: 'create', path: `sheds/${id}/bikes`, local_id: 'b', value: { name: 'new' } }]);
    expect(replaced.body.steps[0]).toMatchObject({ status: 201, body: { name: 'new' } });
  });

  it('call overrides also in a preview and with an Idempotency-Key', async () => {
    const steps = [
      { op: 'create', path: `sheds/${id}/bikes`, value: { name: 'new' } },
      { op: 'update', path: `sheds/${id}`, value: { name: 'full' } },
    ];
    const before = await readYard();
    const previewed = await send(steps, { ...ALL, Prefer: 'preview' });
    expect([previewed.status, previewed.body.status]).toEqual([200, 200]);
    expect(previewed.body.changes).toContainEqual({ path: `sheds[id=${id}].name`, before: 'old', after: 'full' });
    const stolen = [steps[1], { ...steps[0], value: { name: 'stolen' } }];
    const rejected = await send(stolen, { ...ALL, Prefer: 'preview' });
    expect(rejected.body).toMatchObject({ status: 409, detail: 'Step 1: It is stolen.', changes: [] });
    expect(await readYard()).toEqual(before);

    const key = { ...ALL, 'Idempotency-Key': `"overridden-${id}"` };
    const first = await send(steps, key);
    const again = await send(steps, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await readYard()).sheds[0].bikes).toHaveLength(1);
  });

  it('require one If-Match where it is required, even when no other route accepts PATCH', async () => {
    const created = await api.request('POST', '/strict_yards', { name: 'a' });
    const place = `/strict_yards/${created.body.id}`;
    const steps = [
      { op: 'create', path: 'sheds', local_id: 's', value: { name: 'x' } },
      { op: 'update', path: 'sheds/{s}', value: { name: 'y' } },
    ];

    expect((await send(steps, {}, place)).status).toBe(428);
    expect((await send(steps, { 'If-Match': tagOf(created) }, place)).status).toBe(200);
    expect((await send(steps, { 'If-Match': tagOf(created) }, place)).status).toBe(412);
    const plain = await api.request('PATCH', place, { name: 'b' });
    expect([plain.status, plain.headers.get('Accept')]).toEqual([415, BATCH]);
    expect((await send([{ op: 'update', path: '', value: {} }], { 'If-Match': '*' }, place)).status).toBe(404);
  });

  it('are available while any write inside the aggregate is exposed', async () => {
    const lone = await api.request('POST', '/lone_yards', {});
    const steps = [{ op: 'update', path: '', value: { name: 'x' } }];
    expect((await send(steps, {}, `/lone_yards/${lone.body.id}`)).status).toBe(200);
    const closed = await api.request('POST', '/closed_yards', {});
    expect((await send(steps, {}, `/closed_yards/${closed.body.id}`)).status).toBe(405);
  });
});

describe('batches.allowed: false', () => {
  it('removes the batch routes', async () => {
    const api = await serve(shop, { settings: { batches: { allowed: false } } });
    try {
      const created = await api.request('POST', '/orders', { code: 'N-1' });
      const steps = [{ op: 'update', path: '', value: { total: 1 } }];
      const response = await api.request('PATCH', `/orders/${created.body.id}`, { steps }, { 'Content-Type': BATCH });

      expect([response.status, response.headers.get('Accept-Patch')]).toEqual([
        415,
        expect.not.stringContaining(BATCH),
      ]);
    } finally {
      await api.stop();
    }
  });
});
