import { Gauge } from '../support/domain/gauges';
import { type ApiResponse, useServed } from '../support/serve-shop';

const served = useServed([Gauge]);

const LONG = 'x'.repeat(31);
const tooLong = (field: string) => ({
  field,
  message: 'must not be longer than 30 characters',
  invalid_value: LONG,
});
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

async function gaugePath(values: object = {}): Promise<string> {
  const { body } = await served.request('POST', '/gauges', values);
  return `/gauges/${body.id}`;
}

async function act(action: string, values: object, path?: string): Promise<ApiResponse> {
  return served.request('PUT', `${path ?? (await gaugePath())}/${action}`, { values });
}

describe('A value of domain code that its column cannot hold', () => {
  it.each([
    ['a hook, of one entity', { short_label: 'hook' }, 'short_label'],
    ['a hook, of several', [{}, { short_label: 'hook' }], '[1].short_label'],
  ])('is rejected with 422 and its field: %s', async (_, payload, field) => {
    const before = (await served.request('GET', '/gauges')).body.length;

    const { status, body } = await served.request('POST', '/gauges', payload);

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([tooLong(field)]);
    expect((await served.request('GET', '/gauges')).body).toHaveLength(before);
  });

  it.each([
    ['change', 'short_label'],
    ['persist', 'short_label'],
    ['change_all', 'short_label'],
    ['copy', '[1].short_label'],
  ])('is rejected with 422 and its field: the action %s', async (action, field) => {
    const path = await gaugePath({ short_label: 'before' });

    const { status, body } = await act(action, { shortLabel: LONG }, path);

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([tooLong(field)]);
    expect((await served.request('GET', path)).body.short_label).toBe('before');
  });

  it('is reported with all others in one response', async () => {
    const { body } = await act('change', { shortLabel: LONG, status: 'unknown', small: 40_000 });

    expect(body.field_errors.map(({ field }: { field: string }) => field)).toEqual(['short_label', 'status', 'small']);
  });

  it.each(['persist', 'change'])(
    'is neither shown nor named when the field is hidden: the action %s',
    async (action) => {
      const { status, body } = await act(action, { secret: 'x'.repeat(9) });

      expect(status).toBe(422);
      expect(body.field_errors).toEqual([{ field: '', message: 'a value that the server works out is not valid' }]);
      expect(JSON.stringify(body)).not.toMatch(/secret|xxx/);
    },
  );

  it('is rejected with 422 before an increment leaves the range', async () => {
    const path = await gaugePath({ small: 32_760 });

    const { status, body } = await served.request('PUT', `${path}/raise`, { by: 8 });

    expect([status, body.field_errors]).toEqual([
      422,
      [{ field: 'small', message: 'must be a number from -32768 to 32767' }],
    ]);
    expect((await served.request('GET', path)).body.small).toBe(32_760);
  });

  it('is rounded or truncated as the column does when it is only too precise', async () => {
    const path = await gaugePath();

    await act('change', { price: '1.005', at: '2026-01-31T08:30:00.999Z' }, path);

    expect((await served.request('GET', path)).body).toMatchObject({ price: '1.01', at: '2026-01-31T08:30:00Z' });
  });
});

describe('A value in a request', () => {
  it('may not be more precise than its column', async () => {
    const { status, body } = await served.request('POST', '/gauges', {
      price: '1.005',
      at: '2026-01-31T08:30:00.999Z',
    });

    expect(status).toBe(422);
    expect(body.field_errors.map(({ field }: { field: string }) => field)).toEqual(['price', 'at']);
  });

  it('has at most 31 levels of JSON in a column', async () => {
    const path = await gaugePath({ data: nested(31) });

    const rejected = await served.request('PUT', path, { data: nested(32) });

    expect((await served.request('GET', path)).body.data).toEqual(nested(31));
    expect(rejected.status).toBe(422);
    expect(rejected.body.field_errors).toMatchObject([
      { field: 'data', message: 'must not have more than 31 levels of arrays and objects' },
    ]);
  });
});
