import { Driver, Fleet, fleet, Lorry } from '../support/domain/fleet';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';

let served: Served;
let number = 0;

const request = (...args: Parameters<Served['request']>): Promise<ApiResponse> => served.request(...args);
const badge = () => `B${++number}`;

async function createFleet(payload: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/fleets', { name: 'North', ...payload });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

describe('PUT with nested children that have client-chosen keys', () => {
  beforeAll(async () => {
    served = await serve(fleet);
  });
  afterAll(() => served.stop());

  it('creates a child with an unused key, and updates an existing child of this parent', async () => {
    const [known, fresh] = [badge(), badge()];
    const { id } = await createFleet({ drivers: [{ badge: known, name: 'Ann' }] });
    const version = (await Fleet.findById(id))!.version;

    const { status, body } = await request('PUT', `/fleets/${id}`, {
      drivers: [
        { badge: fresh, name: 'Bob' },
        { badge: known, name: 'Anna' },
      ],
    });

    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.drivers).toMatchObject([
      { badge: known, name: 'Anna' },
      { badge: fresh, name: 'Bob' },
    ]);
    expect((await Fleet.findById(id))!.version).toBe(version + 1);
    expect((await request('GET', `/fleets/${id}/drivers/${fresh}`)).body).toMatchObject({ name: 'Bob' });
  });

  it('accepts an entity key that is not the primary key, with children of the new child', async () => {
    const plate = badge();
    const { id } = await createFleet();
    const payload = { lorries: [{ plate, wheels: 4, services: [{ work: 'oil' }] }] };

    const { status, body } = await request('PUT', `/fleets/${id}`, payload);

    expect({ status, body }).toMatchObject({ status: 200, body: payload });
  });

  it("rejects the key of another parent's child with 422 and its path, and changes neither", async () => {
    const taken = badge();
    await createFleet({ drivers: [{ badge: taken, name: 'Cid' }] });
    const { id } = await createFleet();

    const rejected = await request('PUT', `/fleets/${id}`, {
      name: 'South',
      drivers: [
        { badge: badge(), name: 'Dora' },
        { badge: taken, name: 'Thief' },
      ],
    });

    expect(rejected).toMatchObject({
      status: 422,
      body: {
        field_errors: [{ field: 'drivers[1].badge', message: 'names no Driver of this Fleet', invalid_value: taken }],
      },
    });
    expect(await Driver.findByPk(taken)).toMatchObject({ name: 'Cid' });
    expect((await request('GET', `/fleets/${id}?expand=drivers`)).body).toMatchObject({ name: 'North', drivers: [] });
  });

  it('validates a new child as a create does, and rejects a key that no path can address', async () => {
    const { id } = await createFleet();
    const lacking = await request('PUT', `/fleets/${id}`, { drivers: [{ badge: badge() }] });
    const unreachable = await request('PUT', `/fleets/${id}`, { drivers: [{ badge: '..', name: 'Eve' }] });

    expect(lacking).toMatchObject({ status: 422 });
    expect(lacking.body.field_errors).toContainEqual({ field: 'drivers[0].name', message: 'is required' });
    expect(unreachable).toMatchObject({ status: 422 });
    expect(await Driver.count({ where: { fleetId: id } })).toBe(0);
  });

  it('does not create a child with a given key when the database generates the keys', async () => {
    const plate = badge();
    const { id } = await createFleet({ lorries: [{ plate, wheels: 4 }] });
    const payload = { lorries: [{ plate, services: [{ id: 800_000, work: 'oil' }] }] };

    expect(await request('PUT', `/fleets/${id}`, payload)).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'lorries[0].services[0].id' }] },
    });
  });

  it('gives a key to one of several racing parents; the others get an error below 500', async () => {
    const fleets = await Promise.all(Array.from({ length: 4 }, () => createFleet()));
    const key = badge();
    const put = ({ id }: ApiResponse['body']) =>
      request('PUT', `/fleets/${id}`, { drivers: [{ badge: key, name: 'Fay' }] });

    const responses = await Promise.all(fleets.map(put));

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([409, 422]).toContain(status);
    expect(await Driver.count({ where: { badge: key } })).toBe(1);
  });

  it('creates the child once for concurrent requests on one parent, which then update it', async () => {
    const { id } = await createFleet();
    const plate = badge();
    const put = (wheels: number) => request('PUT', `/fleets/${id}`, { lorries: [{ plate, wheels }] });

    const responses = await Promise.all([2, 3, 4].map(put));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await Lorry.count({ where: { plate } })).toBe(1);
  });
});
