import { Depot, Fleet, fleet, Lorry, Service } from '../support/domain/fleet';
import { type ApiResponse, useServed } from '../support/serve-shop';

let number = 0;

const unused = () => `P${++number}`;
const versionOf = async (id: number) => (await Fleet.findById(id))!.version;
const platesOf = (list: readonly { readonly plate: string }[]) => list.map(({ plate }) => plate);

async function createFleet(payload: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/fleets', { name: 'North', ...payload });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

async function createDepot(town: string): Promise<number> {
  return (await request('POST', '/depots', { town })).body.id;
}

const served = useServed(fleet, { settings: { bulk: { maxItems: 5 } } });
const { read, request } = served;

describe('PUT /<resource>/{id}/<collection> with an array', () => {
  it('replaces the collection in the order of the payload, and increments the version once', async () => {
    const [one, two, three, four] = [unused(), unused(), unused(), unused()];
    const { id, lorries } = await createFleet({
      lorries: [
        { plate: one, wheels: 4, services: [{ work: 'oil' }] },
        { plate: two, wheels: 4 },
        { plate: three, wheels: 4 },
      ],
    });
    const version = await versionOf(id);

    const { status, body } = await request('PUT', `/fleets/${id}/lorries`, [
      { plate: four, wheels: 6 },
      { plate: three },
      { plate: two, wheels: 2 },
    ]);

    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body).toMatchObject([
      { plate: four, wheels: 6 },
      { id: lorries[2].id, plate: three, wheels: 4 },
      { id: lorries[1].id, plate: two, wheels: 2 },
    ]);
    expect(platesOf(await read(`/fleets/${id}/lorries`))).toEqual([two, three, four]);
    expect(await Service.count({ where: { lorryId: lorries[0].id } })).toBe(0);
    expect(await versionOf(id)).toBe(version + 1);
  });

  it('empties it with an empty array, and changes nothing with what was read', async () => {
    const { id } = await createFleet({ lorries: [{ plate: unused(), wheels: 4 }] });
    const version = await versionOf(id);
    const before = await read(`/fleets/${id}/lorries`);

    const same = await request('PUT', `/fleets/${id}/lorries`, before);
    expect(same).toMatchObject({ status: 200, body: before });
    expect(await versionOf(id)).toBe(version);

    expect(await request('PUT', `/fleets/${id}/lorries`, [])).toMatchObject({ status: 200, body: [] });
    expect(await read(`/fleets/${id}/lorries`)).toEqual([]);
    expect(await versionOf(id)).toBe(version + 1);
  });

  it('may reuse the unique value of a removed child, which is deleted first', async () => {
    const plate = unused();
    const { id, lorries } = await createFleet({ lorries: [{ plate, wheels: 4 }] });
    const depth = `/fleets/${id}/lorries/${plate}/services`;
    expect((await request('PUT', depth, [{ work: 'oil' }, { work: 'air' }])).status).toBe(200);

    const [oil] = await read(depth);
    const version = await versionOf(id);
    const { status, body } = await request('PUT', depth, [{ work: 'new' }, { id: oil.id, work: 'OIL' }]);

    expect({ status, body }).toMatchObject({ status: 200, body: [{ work: 'new' }, { id: oil.id, work: 'OIL' }] });
    expect(await Service.count({ where: { lorryId: lorries[0].id } })).toBe(2);
    expect(await versionOf(id)).toBe(version + 1);
  });

  it('replaces all or nothing: a rejected element keeps the removed ones', async () => {
    const plate = unused();
    const { id } = await createFleet({ lorries: [{ plate, wheels: 4 }] });
    const other = unused();
    await createFleet({ lorries: [{ plate: other, wheels: 4 }] });
    const version = await versionOf(id);
    const path = `/fleets/${id}/lorries`;

    const lacking = await request('PUT', path, [{ plate: unused(), wheels: 3 }, { plate: unused() }]);
    expect(lacking.body.field_errors).toContainEqual({ field: '[1].wheels', message: 'is required' });
    const foreign = await request('PUT', path, [{ plate: other, wheels: 3 }]);
    expect(foreign.body.field_errors).toEqual([
      { field: '[0].plate', message: 'names no Lorry of this Fleet', invalid_value: other },
    ]);
    const twice = await request('PUT', path, [
      { plate, wheels: 3 },
      { plate, wheels: 5 },
    ]);
    expect([lacking.status, foreign.status, twice.status]).toEqual([422, 422, 422]);
    expect(platesOf(await read(path))).toEqual([plate]);
    expect(await versionOf(id)).toBe(version);
  });
});

describe('A replaced collection', () => {
  it('must be an array below existing parents, and is not returned with return=minimal', async () => {
    const { id } = await createFleet();
    const path = `/fleets/${id}/lorries`;

    expect(await request('PUT', path, { plate: unused(), wheels: 1 })).toMatchObject({ status: 422 });
    expect(await request('PUT', '/fleets/800000/lorries', [])).toMatchObject({ status: 404 });
    expect(await request('PUT', `${path}/none/services`, [])).toMatchObject({ status: 404 });
    expect(await request('PATCH', path, [])).toMatchObject({ status: 405 });
    expect(await request('PUT', `/fleets/${id}/drivers`, [])).toMatchObject({ status: 405 });
    expect(await request('PUT', path, [{ plate: unused(), wheels: 1 }], { Prefer: 'return=minimal' })).toMatchObject({
      status: 204,
      body: '',
    });
    expect(await read(path)).toHaveLength(1);
  });

  it('is limited by the elements of the array and by those that it removes', async () => {
    const { id } = await createFleet();
    const many = (count: number) => Array.from({ length: count }, () => ({ plate: unused(), wheels: 4 }));
    const path = `/fleets/${id}/lorries`;
    expect((await request('PUT', path, many(6))).status).toBe(413);
    for (let round = 0; round < 2; round++) expect((await request('POST', path, many(4))).status).toBe(201);

    expect((await request('PUT', path, [])).status).toBe(413);
    const kept = platesOf(await read(path)).slice(0, 3);
    expect(
      (
        await request(
          'PUT',
          path,
          kept.map((plate) => ({ plate })),
        )
      ).status,
    ).toBe(200);
    expect(platesOf(await read(path))).toEqual(kept);
  });

  it('is linked and unlinked when it is many-to-many, and its entities are kept', async () => {
    const [bonn, ulm, kiel] = [await createDepot('Bonn'), await createDepot('Ulm'), await createDepot('Kiel')];
    const { id } = await createFleet({ depots: [{ id: bonn }, { id: ulm }] });
    const version = await versionOf(id);
    const path = `/fleets/${id}/depots`;

    const { status, body } = await request('PUT', path, [{ town: 'Jena' }, { id: kiel }, { id: ulm, town: 'Ulm 2' }]);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: [{ town: 'Jena' }, { id: kiel, town: 'Kiel' }, { id: ulm, town: 'Ulm 2' }],
    });
    expect((await read(path)).map(({ town }: Depot) => town)).toEqual(['Ulm 2', 'Kiel', 'Jena']);
    expect(await Depot.findByPk(bonn)).not.toBeNull();
    expect(await versionOf(id)).toBe(version + 1);
    expect((await request('PUT', path, [])).status).toBe(200);
    expect(await read(path)).toEqual([]);
  });

  it('keeps elements that its flags do not allow to delete or update', async () => {
    const { id, incidents } = await createFleet({ incidents: [{ text: 'flat tyre' }] });
    const path = `/fleets/${id}/incidents`;
    const [{ id: first }] = incidents;

    const gone = await request('PUT', path, [{ text: 'other' }]);
    const changed = await request('PUT', path, [{ id: first, text: 'nothing' }]);
    const more = await request('PUT', path, [{ id: first, text: 'flat tyre' }, { text: 'no fuel' }]);

    expect(gone).toMatchObject({
      status: 422,
      body: {
        field_errors: [
          { message: `omits the Incident ${first}, which cannot be removed from this collection: include it` },
        ],
      },
    });
    expect(changed.body.field_errors).toEqual([{ field: '[0]', message: 'cannot be changed in this collection' }]);
    expect(more.status).toBe(200);
    expect(await read(path)).toMatchObject([{ text: 'flat tyre' }, { text: 'no fuel' }]);
  });

  it('is read from CSV and YAML', async () => {
    const { id } = await createFleet();
    const path = `/fleets/${id}/lorries`;
    const [one, two] = [unused(), unused()];
    const put = (type: string, body: string) => request('PUT', path, body, { 'Content-Type': type });

    expect((await put('text/csv', `plate,wheels\r\n${one},4\r\n${two},6\r\n`)).status).toBe(200);
    expect(platesOf(await read(path))).toEqual([one, two]);
    expect((await put('application/yaml', `- plate: ${two}\n  wheels: 3\n`)).status).toBe(200);
    expect(await read(path)).toMatchObject([{ plate: two, wheels: 3 }]);
  });
});

describe('An array of a replaced collection in PUT of the root', () => {
  it('replaces the collection at every depth, and keeps collections that are not in the payload', async () => {
    const [one, two] = [unused(), unused()];
    const { id, lorries } = await createFleet({
      lorries: [
        { plate: one, wheels: 4, services: [{ work: 'oil' }, { work: 'air' }] },
        { plate: two, wheels: 4 },
      ],
      depots: [{ town: 'Bonn' }],
    });
    const [oil] = lorries[0].services;

    const { status, body } = await request('PUT', `/fleets/${id}`, {
      lorries: [{ plate: one, services: [{ id: oil.id }] }],
    });

    expect({ status, body }).toMatchObject({ status: 200, body: { lorries: [{ plate: one, services: [oil] }] } });
    expect(await Lorry.count({ where: { fleetId: id } })).toBe(1);
    expect(await Service.count({ where: { lorryId: lorries[0].id } })).toBe(1);
    expect(await read(`/fleets/${id}/depots`)).toHaveLength(1);
  });

  it('replaces the collection of each of several roots', async () => {
    const [one, two] = [await createFleet({ depots: [{ town: 'Bonn' }] }), await createFleet()];
    const kiel = await createDepot('Kiel');

    const { status } = await request('PUT', `/fleets/${one.id},${two.id}`, { depots: [{ id: kiel }] });

    expect(status).toBe(200);
    for (const { id } of [one, two]) expect(await read(`/fleets/${id}/depots`)).toMatchObject([{ id: kiel }]);
  });
});
