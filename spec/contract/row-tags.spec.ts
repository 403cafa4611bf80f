import { Bay, Carrier, Contract, Crate, Depot, Driver, depots, Region, Shift } from '../support/domain/depots';
import { tagOf } from '../support/entity-tags';
import { useServed } from '../support/serve-shop';

let number = 0;

const served = useServed(depots, { settings: { idempotency: { key: 'optional' } } });
const { request } = served;

const matching = (tag: string) => ({ 'If-Match': tag });
const sql = (text: string) => Depot.sequelize!.query(text);

interface Place {
  /** Of the depot. */
  readonly path: string;
  readonly id: string;
  readonly bays: readonly number[];
  readonly crate: number;
  /** To which no depot belongs. */
  readonly region: number;
}

/** A depot with two bays, a crate, a sign and a carrier. */
async function depot(): Promise<Place> {
  const { id } = await Region.create({ name: 'north' });
  const lone = await Region.create({ name: 'lone' });
  const code = `D-${++number}`;
  const values = {
    rent: '12.50',
    area: 1.5,
    is_open: true,
    opened_at: '2026-01-31T08:30:00.250Z',
    hours: { b: 1, a: [2] },
  };
  const created = await request('POST', '/depots', { code, name: 'Big', region_id: id, pin: '1', ...values });
  expect(created.status).toBe(201);
  const path = `/depots/${code}`;
  const bays = [(await request('POST', `${path}/bays`, { label: 'a' })).body.id];
  bays.push((await request('POST', `${path}/bays`, { label: 'b' })).body.id);
  const crate = (await request('POST', `${path}/bays/${bays[0]}/crates`, { text: 'x' })).body.id;
  await request('PUT', `${path}/sign`, { text: 's' });
  await request('POST', `${path}/carriers`, { name: 'fast', rate: 1 });
  await request('POST', `${path}/drivers`, { name: 'fast', rate: 1 });
  return { path, id: created.body.id, bays, crate, region: lone.id };
}

const ROWS = /^"\w{16}-[\w-]+\.\w+"$/;

async function read(path: string): Promise<string> {
  const response = await request('GET', path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(tagOf(response)).toMatch(ROWS);
  return tagOf(response);
}

/** Writes with the tag, and returns the status. */
const status = async (method: string, path: string, body: unknown, tag: string) =>
  (await request(method, path, body, matching(tag))).status;

describe('The ETag of a class without a version', () => {
  const paths: readonly [string, (place: Place) => string, object][] = [
    ['a root with an entity key', ({ path }) => path, { name: 'Small' }],
    ['a root', ({ region }) => `/regions/${region}`, { name: 'south' }],
    ['a child', ({ path, bays }) => `${path}/bays/${bays[0]}`, { label: 'c' }],
    ['a grandchild', ({ path, bays, crate }) => `${path}/bays/${bays[0]}/crates/${crate}`, { text: ' y ' }],
    ['a single child', ({ path }) => `${path}/sign`, { text: 't' }],
  ];

  it.each(paths)('that was read of %s is accepted by PUT, whose response has the next one', async (_, pathIn, body) => {
    const path = pathIn(await depot());
    const tag = await read(path);

    const first = await request('PUT', path, body, matching(tag));
    expect(first.status).toBe(200);
    expect(await status('PUT', path, body, tag)).toBe(412);
    const next = tagOf(first);
    expect(next.slice(0, 17)).toBe((await read(path)).slice(0, 17));
    expect(next.slice(0, 17)).not.toBe(tag.slice(0, 17));
    expect(await status('PATCH', path, body, next)).toBe(200);
    expect(await status('DELETE', path, undefined, tag)).toBe(412);
    expect(await status('DELETE', path, undefined, await read(path))).toBe(204);
  });

  it.each([
    ['carriers', Contract, Carrier],
    ['drivers', Shift, Driver],
  ] as const)('of one of the %s, linked by a join table, includes the columns of that', async (name, Link, Target) => {
    const { path, id } = await depot();
    const [link] = (await request('GET', `${path}/${name}`)).body;
    const at = `${path}/${name}/${link.id}`;
    const tag = await read(at);
    if (name === 'carriers') {
      expect((await read(`${at}?expand=errands`)).slice(0, 17)).toBe(tag.slice(0, 17));
      expect(await status('POST', `${at}/errands`, { text: 'f' }, await read(`${at}/errands`))).toBe(201);
    }

    await (Link as typeof Contract).update({ rate: 2 }, { where: { depotId: id } });

    const rejected = await request('PUT', at, { name: 'slow' }, matching(tag));
    expect(rejected.status).toBe(412);
    expect(await (Target as typeof Carrier).count({ where: { name: 'slow' } })).toBe(0);
    const updated = await request('PUT', at, { name: 'slow', rate: 3 }, matching(tagOf(rejected)));
    expect(updated.status).toBe(200);
    expect(await status('DELETE', at, undefined, tagOf(updated))).toBe(204);
  });

  it('changes with the rows that the path names, by whatever they are written', async () => {
    const { path, bays } = await depot();
    const bay = `${path}/bays/${bays[0]}`;
    const [ofDepot, ofBay] = [await read(path), await read(bay)];

    await sql(`UPDATE bays SET height = 7 WHERE id = ${bays[0]}`);
    expect(await status('PUT', bay, { label: 'z' }, ofBay)).toBe(412);
    expect(await status('PUT', path, { name: 'Big' }, ofDepot)).toBe(200);

    const again = await read(bay);
    await sql(`UPDATE depots SET name = 'New' WHERE code = '${path.slice('/depots/'.length)}'`);
    expect(await status('PUT', bay, { label: 'z' }, again)).toBe(412);
    expect(await status('PUT', path, { name: 'Other' }, ofDepot)).toBe(412);
  });

  it('does not change with a sibling, a child, or a column that clients do not see', async () => {
    const { path, bays, id } = await depot();
    const bay = `${path}/bays/${bays[0]}`;
    const [ofDepot, ofBay] = [await read(path), await read(bay)];

    await Bay.update({ label: 'sibling' }, { where: { id: bays[1] } });
    await Crate.update({ text: 'child' }, { where: { bayId: bays[0] } });
    await Depot.update({ note: 'hidden', pin: '2', plan: Buffer.from('%PDF') }, { where: { id } });

    expect(await status('PUT', bay, { label: 'y' }, ofBay)).toBe(200);
    expect(await status('PUT', path, { name: 'Y' }, ofDepot)).toBe(200);
  });

  it('guards only writes to the path that it was read at', async () => {
    const { path, bays } = await depot();
    const ofBay = await read(`${path}/bays/${bays[0]}`);

    const rejected = await request('PUT', path, { name: 'X' }, matching(ofBay));

    expect(rejected).toMatchObject({ status: 412, body: { detail: expect.stringContaining('another path') } });
    expect(tagOf(rejected)).toBe(`${(await read(path)).slice(0, 18)}.none"`);
    expect(await status('PUT', path, { name: 'X' }, tagOf(rejected))).toBe(200);
  });

  it('does not depend on the fields, associations and media type that were read', async () => {
    const { path, bays } = await depot();
    const start = (await read(path)).slice(0, 17);

    for (const query of ['?include=name', '?expand=bays', '?include=code,plan', '?expand=region,bays']) {
      const tag = await read(path + query);
      expect([query, tag.slice(0, 17)]).toEqual([query, start]);
    }
    const yaml = await request('GET', path, undefined, { Accept: 'application/yaml' });
    expect(tagOf(yaml).slice(0, 17)).toBe(start);
    const head = await request('HEAD', path);
    expect(tagOf(head)).toBe(await read(path));
    expect((await read(`${path}/bays/${bays[0]}?expand=crates`)).slice(0, 17)).toBe(
      (await read(`${path}/bays/${bays[0]}`)).slice(0, 17),
    );
  });

  it('with a weak prefix, of another form or of another class never matches', async () => {
    const { path, region } = await depot();
    const tag = await read(path);

    for (const other of [`W/${tag}`, '"5-abc.def"', '"-abc.body"', '"abc"', await read(`/regions/${region}`)]) {
      expect([other, await status('PUT', path, { name: 'X' }, other)]).toEqual([other, 412]);
    }
    expect(await status('PUT', path, { name: 'X' }, `"abc", ${tag}`)).toBe(200);
    expect(await status('PUT', path, { name: 'X' }, '*')).toBe(200);
    expect(await status('PUT', path, { name: 'X' }, 'abc')).toBe(400);
  });
});

describe('If-None-Match of a class without a version', () => {
  it('is 304 only while the whole content is the same, also that of other rows', async () => {
    const { path, bays } = await depot();
    for (const query of ['?expand=region', '?expand=bays', '']) {
      const tag = await read(path + query);
      expect((await request('GET', path + query, undefined, { 'If-None-Match': tag })).status).toBe(304);
      await Bay.update({ label: `l${query.length}` }, { where: { id: bays[1] } });
      await Region.update({ name: `r${query.length}` }, { where: {} });
      const again = await request('GET', path + query, undefined, { 'If-None-Match': tag });
      expect([query, again.status]).toEqual([query, query === '' ? 304 : 200]);
    }
  });

  it('on a write is 412 if the rows have the state of one of the tags', async () => {
    const { path } = await depot();
    const tag = await read(path);

    const rejected = await request('PUT', path, { name: 'X' }, { 'If-None-Match': `W/${tag}` });
    expect(rejected.status).toBe(412);
    expect((await request('PUT', path, { name: 'X' }, { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await request('PUT', path, { name: 'Y' }, { 'If-None-Match': tag })).status).toBe(200);
    expect((await request('PUT', path, { name: 'Y' }, { 'If-None-Match': '*' })).status).toBe(412);
  });
});

describe('A collection without a version', () => {
  it('has the tag of its parents, which guards creating and replacing children', async () => {
    const { path, bays } = await depot();
    const all = `${path}/bays`;
    for (const list of [all, `${all}?page=1&per_page=1`, `${path}/bays/${bays[1]}/crates`]) {
      const { status: found, headers } = await request('GET', list);
      expect([list, found, headers.get('ETag')]).toEqual([list, 200, expect.stringMatching(ROWS)]);
    }
    const tag = await read(all);
    expect(tag.slice(0, 17)).toBe((await read(path)).slice(0, 17));

    const created = await request('POST', all, { label: 'c' }, matching(tag));
    expect(created.status).toBe(201);
    expect(await status('PUT', `${all}/${created.body.id}`, { label: 'd' }, tagOf(created))).toBe(200);
    const replaced = await request('PUT', all, [{ label: 'only' }], matching(tag));
    expect(replaced.status).toBe(200);
    expect((await request('GET', all, undefined, { 'If-None-Match': tagOf(replaced) })).status).toBe(304);
    await request('PUT', path, { name: 'changed' });
    expect(await status('POST', all, { label: 'e' }, tag)).toBe(412);
    expect(await status('PUT', all, [], tag)).toBe(412);
  });

  it('takes one tag for each of several ids, or the tag of a read of the same ids', async () => {
    const { path, bays } = await depot();
    const several = `${path}/bays/${bays.join(',')}`;
    const each = [await read(`${path}/bays/${bays[0]}`), await read(`${path}/bays/${bays[1]}`)];

    const updated = await request('PUT', several, { height: 1 }, matching(await read(several)));
    expect(updated.status).toBe(200);
    const rejected = await request('PUT', several, { height: 2 }, matching(each.join(', ')));
    expect(rejected).toMatchObject({ status: 412, body: { stale: bays.map(String) } });
    expect(await status('PUT', several, { height: 2 }, `${each[0]}, ${each[1]}, ${each[0]}`)).toBe(400);
    expect(await status('PUT', several, { height: 2 }, tagOf(updated))).toBe(200);
    const now = [await read(`${path}/bays/${bays[0]}`), await read(`${path}/bays/${bays[1]}`)];
    expect(await status('DELETE', several, undefined, now.join(', '))).toBe(204);
  });

  it('of roots takes one tag for each', async () => {
    const [one, other] = [await Region.create({ name: '1' }), await Region.create({ name: '2' })];
    const path = `/regions/${one.id},${other.id}`;
    const tags = [await read(`/regions/${one.id}`), await read(`/regions/${other.id}`)];

    expect(await status('PUT', path, { name: 'x' }, tags[0]!)).toBe(400);
    expect(await status('PUT', path, { name: 'x' }, tags.join())).toBe(200);
    expect(await status('PUT', path, { name: 'y' }, tags.join())).toBe(412);
  });
});

describe('A write of another kind without a version', () => {
  it('takes the tag: actions, batches, large values and previews', async () => {
    const { path } = await depot();
    const tag = await read(path);

    expect(await status('PUT', `${path}/close`, {}, '"0123456789abcdef-.none"')).toBe(412);
    expect(await status('PUT', `${path}/close`, {}, tag)).toBe(204);
    expect(await status('PUT', `${path}/close`, {}, tag)).toBe(412);
  });

  it('takes the tag of an action for a preview and for a batch, after which it is stale', async () => {
    const { path } = await depot();
    const tag = tagOf(await request('PUT', `${path}/close`, {}, matching(await read(path))));
    const batch = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };
    const steps = JSON.stringify({
      steps: [
        { op: 'create', path: 'bays', value: { label: 'n' } },
        { op: 'update', path: '', value: { name: 'B' } },
      ],
    });

    const preview = await request('PATCH', path, { name: 'P' }, { ...matching(tag), Prefer: 'preview' });
    expect(preview.body.status).toBe(200);
    const stale = await request('PATCH', path, { name: 'P' }, { ...matching('"abc"'), Prefer: 'preview' });
    expect(stale.body.status).toBe(412);
    const done = await request('PATCH', path, steps, { ...matching(tag), ...batch });
    expect([done.status, done.body]).toEqual([200, expect.anything()]);
    expect((await request('PATCH', path, steps, { ...matching(tag), ...batch })).status).toBe(412);

    const pdf = { 'Content-Type': 'application/pdf' };
    const stored = await request('PUT', `${path}/plan`, '%PDF', { ...matching(tagOf(done)), ...pdf });
    expect(stored.status).toBe(204);
    await request('PUT', path, { name: 'C' });
    expect((await request('PUT', `${path}/plan`, '%PDF', { ...matching(tagOf(done)), ...pdf })).status).toBe(412);
  });

  it('creates a single child with the tag of its parent, once', async () => {
    const { path } = await depot();
    await request('DELETE', `${path}/sign`);
    const tag = await read(path);

    const created = await request('PUT', `${path}/sign`, { text: 'new' }, matching(tag));
    expect(created.status).toBe(201);
    expect(await status('PUT', `${path}/sign`, { text: 'newer' }, tag)).toBe(412);
    expect(await status('PUT', `${path}/sign`, { text: 'newer' }, tagOf(created))).toBe(200);
  });

  it('restores a deleted entity with the tag that it has as such', async () => {
    const { body } = await request('POST', '/cranes', { name: 'c' });
    const path = `/cranes/${body.id}`;
    const living = await read(path);
    expect(await status('DELETE', path, undefined, living)).toBe(204);
    const deleted = await read(`${path}?deleted=include`);

    expect(await status('PUT', `${path}/restore`, undefined, living)).toBe(412);
    const restored = await request('PUT', `${path}/restore`, undefined, matching(deleted));
    expect(restored.status).toBe(200);
    expect(await status('PUT', path, { name: 'd' }, tagOf(restored))).toBe(200);
  });

  it('with an Idempotency-Key is repeated with the tag of the first response', async () => {
    const { path } = await depot();
    const headers = { ...matching(await read(path)), 'Idempotency-Key': `key-${path.slice(1).replaceAll('/', '-')}` };

    const first = await request('PUT', path, { name: 'I' }, headers);
    const repeated = await request('PUT', path, { name: 'I' }, headers);

    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(tagOf(repeated)).toBe(tagOf(first));
  });

  it('has a tag only if it is conditional, since the tag costs a statement', async () => {
    const { path } = await depot();

    expect(tagOf(await request('PUT', path, { name: 'U' }))).toBeNull();
    expect(tagOf(await request('PUT', path, { name: 'V' }, matching('*')))).toMatch(ROWS);
  });

  it('of two at once with one tag succeeds once', async () => {
    const { path, bays } = await depot();
    for (const [at, field] of [
      [path, 'name'],
      [`${path}/bays/${bays[0]}`, 'label'],
    ] as const) {
      const tag = await read(at);
      const writes = [1, 2, 3, 4].map((value) => status('PUT', at, { [field]: `v${value}` }, tag));
      expect((await Promise.all(writes)).sort()).toEqual([200, 412, 412, 412]);
    }
  });
});
