import { unusualModels } from '../support/domain/unusual-models';
import { errorFieldsOf } from '../support/response-parts';
import { type ApiResponse, useServed } from '../support/serve-shop';

const served = useServed(unusualModels);

const post = (path: string, body: unknown): Promise<ApiResponse> => served.request('POST', path, body);

describe('A column has the same limits on every database', () => {
  it.each([
    [{ medium: 16_777_215 }, { medium: 16_777_216 }],
    [{ int: 4_294_967_295 }, { int: -1 }],
    [{ money: '999.99' }, { money: '-0.01' }],
    [{ tiny_text: 'ä'.repeat(127) }, { tiny_text: 'ä'.repeat(128) }],
    [{ fixed: ' a b' }, { fixed: 'ab ' }],
    [{ short: 'ab ' }, { short: '123456' }],
    [{ single: 1.23456 }, { single: 1.234567 }],
    [{ single: 3.40282e38 }, { single: 3.40283e38 }],
  ])('for %j, and not for %j', async (held, rejected) => {
    const taken = await post('/analyses', held);
    const response = await post('/analyses', rejected);

    expect([taken.status, response.status]).toEqual([201, 422]);
    expect((await served.request('GET', `/analyses/${taken.body.id}`)).body).toMatchObject(held);
    expect(errorFieldsOf(response)).toEqual(Object.keys(rejected));
  });
});

describe('A 409 response names the fields that are not unique', () => {
  it('of an index of several columns, for one row and for several', async () => {
    const detail = 'Another entity has the same warehouse_id and label.';
    const { body: warehouse } = await post('/warehouses', { name: 'W', shelves: [{ label: 'A' }] });
    const shelves = `/warehouses/${warehouse.id}/shelves`;

    expect(await post(shelves, { label: 'A' })).toMatchObject({ status: 409, body: { detail } });
    expect(await post(shelves, [{ label: 'B' }, { label: 'B' }])).toMatchObject({ status: 409, body: { detail } });
  });

  it('of a primary key that the client sets', async () => {
    const ticket = { uuid: '0f0f0f0f-0000-4000-8000-000000000001' };
    await post('/tickets', ticket);

    const detail = 'Another entity has the same uuid.';
    expect(await post('/tickets', ticket)).toMatchObject({ status: 409, body: { detail } });
  });
});
