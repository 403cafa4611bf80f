import type { BaseDomain } from '../../lib/persistence';
import { Delivery, DeliveryCarrier, DeliveryLabel, deliveries, Label, Warehouse } from '../support/domain/deliveries';
import { useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { unusedCode } from '../support/unused-code';

const served = useServed(deliveries);
const { create, request } = served;

const versionOf = async (Class: { findByPk(id: number): Promise<BaseDomain | null> }, id: number) =>
  (await Class.findByPk(id))!.version;

describe('A child that a payload creates below several roots', () => {
  it('increments the version of each root once, as its own route does', async () => {
    const [north, south] = [await create('/warehouses'), await create('/warehouses')];
    const parcels = [
      { weight: 1, warehouse_id: north.id },
      { weight: 2, warehouse_id: north.id },
      { weight: 3, warehouse_id: null },
    ];
    const versions = async () => [await versionOf(Warehouse, north.id), await versionOf(Warehouse, south.id)];
    expect(await versions()).toEqual([0, 0]);

    const { id, pallets } = await create('/deliveries', { pallets: [{ parcels }] });
    expect(await versions()).toEqual([1, 0]);
    expect(await versionOf(Delivery, id)).toBe(0);

    await create(`/deliveries/${id}/pallets`, { parcels });
    expect(await versions()).toEqual([2, 0]);

    await create(`/deliveries/${id}/pallets/${pallets[0].id}/parcels`, parcels[0]);
    expect(await versions()).toEqual([3, 0]);

    const both = [parcels[0], { weight: 4, warehouse_id: south.id }];
    expect((await request('PUT', `/deliveries/${id}`, { pallets: [{ parcels: both }] })).status).toBe(200);
    expect(await versions()).toEqual([4, 1]);
    expect(await versionOf(Delivery, id)).toBe(3);
  });

  it('waits for the locks of these roots: no concurrent request is lost', async () => {
    const { id: warehouseId } = await create('/warehouses');
    const payload = { pallets: [{ parcels: [{ weight: 1, warehouse_id: warehouseId }] }] };

    const responses = await Promise.all(Array.from({ length: 8 }, () => request('POST', '/deliveries', payload)));

    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await versionOf(Warehouse, warehouseId)).toBe(8);
  });
});

describe('A child that a payload moves from one parent to another', () => {
  it('increments the versions of both, as its own route does', async () => {
    const [north, south] = [await create('/warehouses'), await create('/warehouses')];
    const parcels = [{ weight: 1, warehouse_id: north.id }];
    const { id, pallets } = await create('/deliveries', { pallets: [{ parcels }] });
    const [
      {
        id: palletId,
        parcels: [parcel],
      },
    ] = pallets;
    const versions = async () => [await versionOf(Warehouse, north.id), await versionOf(Warehouse, south.id)];
    const nested = (warehouseId: number | null) => ({
      pallets: [{ id: palletId, parcels: [{ id: parcel.id, warehouse_id: warehouseId }] }],
    });
    const move = async (path: string, payload: object) =>
      expect((await request('PUT', path, payload)).status).toBe(200);
    expect(await versions()).toEqual([1, 0]);

    await move(`/deliveries/${id}`, nested(south.id));
    expect(await versions()).toEqual([2, 1]);

    await move(`/deliveries/${id}`, nested(null));
    expect(await versions()).toEqual([2, 2]);

    await move(`/deliveries/${id}/pallets/${palletId}/parcels/${parcel.id}`, { warehouse_id: north.id });
    expect(await versions()).toEqual([3, 2]);

    await move(`/deliveries/${id}/pallets/${palletId}/parcels/${parcel.id}`, { warehouse_id: south.id });
    expect(await versions()).toEqual([4, 3]);
  });
});

describe('POST to a many-to-many collection', () => {
  const label = () => create('/labels', { code: unusedCode(), colour: 'red' });

  it('links once: an entity that is already linked is returned, and nothing is written', async () => {
    const { id } = await create('/deliveries');
    const { code } = await label();
    const path = `/deliveries/${id}/labels`;

    const first = await request('POST', path, { code });
    const version = await versionOf(Delivery, id);
    const second = await request('POST', path, { code });

    expect(second).toEqual({ ...first, headers: expect.anything() });
    expect(second).toMatchObject({ status: 201, body: { code } });
    expect(second.headers.get('Location')).toBe(`${path}/${code}`);
    expect(await DeliveryLabel.count({ where: { deliveryId: id } })).toBe(1);
    expect(await versionOf(Delivery, id)).toBe(version);
  });

  it('links the elements of an array that are not linked yet, and responds 422 to a duplicate', async () => {
    const { id } = await create('/deliveries');
    const [one, other] = [await label(), await label()];
    const path = `/deliveries/${id}/labels`;
    await create(path, { code: one.code });

    const both = await request('POST', path, [{ code: one.code }, { code: other.code }]);
    const twice = await request('POST', path, [{ code: one.code }, { code: one.code }]);

    expect(both).toMatchObject({ status: 201, body: [one, other] });
    expect(await DeliveryLabel.count({ where: { deliveryId: id } })).toBe(2);
    expect(twice.body.field_errors).toMatchObject([{ field: '[1].code' }]);
  });

  it('links the elements of an array with one INSERT, with the hooks of each', async () => {
    const labels = await Promise.all([label(), label(), label()]);
    const codes = labels.map(({ code }) => ({ code }));
    const link = async () => {
      const { id } = await create('/deliveries');
      const sent = await statementsOf(DeliveryLabel, () => create(`/deliveries/${id}/labels`, codes));
      expect(await DeliveryLabel.count({ where: { deliveryId: id } })).toBe(3);
      return sent.filter((text) => /^INSERT INTO `delivery_labels`/.test(text)).length;
    };
    const seen: unknown[] = [];

    expect(await link()).toBe(1);
    DeliveryLabel.addHook('beforeCreate', 'seen', (row) => void seen.push(row));
    expect(await link()).toBe(1);
    DeliveryLabel.removeHook('beforeCreate', 'seen');

    expect(seen).toHaveLength(3);
  });

  it('returns an entity that is linked by a generated id', async () => {
    const { id } = await create('/deliveries');
    const { id: carrierId } = await create('/carriers');

    const responses = [1, 2].map(() => request('POST', `/deliveries/${id}/carriers`, { id: carrierId }));

    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
    expect(await DeliveryCarrier.count({ where: { deliveryId: id } })).toBe(1);
  });

  it('increments the version of every root that contains a changed entity', async () => {
    const [one, other] = [await create('/deliveries'), await create('/deliveries')];
    const { code, id } = await label();
    await create(`/deliveries/${one.id}/labels`, { code });
    const versions = async () => [await versionOf(Delivery, one.id), await versionOf(Delivery, other.id)];
    expect(await versions()).toEqual([1, 0]);

    await create(`/deliveries/${other.id}/labels`, { code, colour: 'blue' });

    expect(await versions()).toEqual([2, 1]);
    expect(await versionOf(Label, id)).toBe(1);
  });
});

describe('An element of a many-to-many collection with a client-chosen key', () => {
  const label = () => create('/labels', { code: unusedCode(), colour: 'red' });
  const codesOf = async (id: number) =>
    (await request('GET', `/deliveries/${id}/labels`)).body.map(({ code }: { code: string }) => code);

  it('is linked by the key alone, in a create and in an update', async () => {
    const [one, other] = [await label(), await label()];

    const created = await request('POST', '/deliveries', { labels: [{ code: one.code }] });
    const updated = await request('PUT', `/deliveries/${created.body.id}`, { labels: [{ code: other.code }] });

    expect(created).toMatchObject({ status: 201, body: { labels: [one] } });
    expect(updated).toMatchObject({ status: 200, body: { labels: [one, other] } });
    expect(await Label.count({ where: { code: [one.code, other.code] } })).toBe(2);
  });

  it('is updated with more fields or created when missing, and linked in either case', async () => {
    const { code } = await label();
    const [first, second, third] = [unusedCode(), unusedCode(), unusedCode()];

    const { body } = await request('POST', '/deliveries', {
      labels: [
        { code, colour: 'blue' },
        { code: first, colour: 'green' },
      ],
    });
    const updated = await request('PUT', `/deliveries/${body.id}`, {
      labels: [{ code: second, colour: 'pink', notes: [{ text: 'new' }] }],
    });
    const posted = await request('POST', `/deliveries/${body.id}/labels`, { code: third, colour: 'grey' });

    expect(body.labels).toMatchObject([
      { code, colour: 'blue' },
      { code: first, colour: 'green' },
    ]);
    expect(updated.body.labels[2]).toMatchObject({ code: second, notes: [{ text: 'new' }] });
    expect(posted).toMatchObject({ status: 201, body: { code: third, colour: 'grey' } });
    expect(await codesOf(body.id)).toEqual([code, first, second, third]);
    expect((await request('GET', `/labels/${code}`)).body.colour).toBe('blue');
  });

  it('responds 422 when it is missing and the payload is incomplete, and nothing is written', async () => {
    const { id } = await create('/deliveries');
    const [known, code] = [await label(), unusedCode()];
    const responses = [
      await request('POST', '/deliveries', { labels: [{ code: known.code }, { code }] }),
      await request('PUT', `/deliveries/${id}`, { labels: [{ code: known.code }, { code }] }),
      await request('POST', `/deliveries/${id}/labels`, [{ code: known.code }, { code }]),
    ];

    for (const [index, { status, body }] of responses.entries()) {
      const field = `${index === 2 ? '' : 'labels'}[1].`;
      expect(status).toBe(422);
      expect(body.field_errors).toEqual([
        { field: `${field}code`, message: 'names no Label that exists', invalid_value: code },
        { field: `${field}colour`, message: 'is required' },
      ]);
    }
    expect(await codesOf(id)).toEqual([]);
  });

  it('responds 422 with each error once, also when the payload itself is invalid', async () => {
    const { id } = await create('/deliveries');
    const code = unusedCode();

    const { body } = await request('PUT', `/deliveries/${id}`, { labels: [{ code, colour: 7 }] });

    expect(body.field_errors).toEqual([
      { field: 'labels[0].code', message: 'names no Label that exists', invalid_value: code },
      { field: 'labels[0].colour', message: 'must be text', invalid_value: 7 },
    ]);
  });

  it('is created once for several parents with the same new key', async () => {
    const [first, second] = [unusedCode(), unusedCode()];

    const { body } = await request('POST', '/deliveries', [
      { labels: [{ code: first, colour: 'red' }] },
      { labels: [{ code: first, colour: 'red' }] },
    ]);
    const ids = body.map(({ id }: { id: number }) => id);
    const updated = await request('PUT', `/deliveries/${ids}`, { labels: [{ code: second, colour: 'red' }] });

    expect(updated.status).toBe(200);
    for (const id of ids) expect(await codesOf(id)).toEqual([first, second]);
  });

  it('is new when a create gives it children, since linked ones have their own routes', async () => {
    const { code } = await label();
    const notes = [{ text: 'fragile' }];

    const created = await request('POST', '/deliveries', { labels: [{ code: unusedCode(), colour: 'red', notes }] });
    const taken = await request('POST', '/deliveries', { labels: [{ code, colour: 'red', notes }] });

    expect(created).toMatchObject({ status: 201, body: { labels: [{ notes }] } });
    expect(taken).toMatchObject({ status: 409, body: { detail: 'Another entity has the same code.' } });
  });
});
