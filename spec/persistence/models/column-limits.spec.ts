import { col, fn, literal, ValidationError } from 'sequelize';
import { codecOf } from '../../../lib/values';
import { Gauge } from '../../support/domain/gauges';
import { type OpenStore, openStore } from '../../support/open-store';

let open: OpenStore;

let warned: jest.SpyInstance;

beforeAll(async () => {
  warned = jest.spyOn(console, 'warn').mockImplementation();
  open = await openStore([Gauge]);
});
afterAll(async () => {
  await open.close();
  jest.restoreAllMocks();
});
beforeEach(() => Gauge.destroy({ where: {} }));

const UNCHECKED = { validate: false, hooks: false };
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Values that clients cannot send, or that have passed no codec. */
const REJECTED: readonly (readonly [string, unknown, string])[] = [
  ['shortLabel', 'x'.repeat(31), 'must not be longer than 30 characters'],
  ['shortLabel', { a: 1 }, 'must be text'],
  ['shortLabel', true, 'must be text'],
  ['shortLabel', 'a\0b', 'must not contain the character U+0000'],
  ['shortLabel', '\ud800', 'must be valid Unicode text'],
  ['code', 'ab ', 'must not end with a blank'],
  ['note', 'ä'.repeat(128), 'must not be longer than 255 bytes'],
  ['status', 'unknown', 'must be one of open, closed'],
  ['status', 1, 'must be one of open, closed'],
  ['small', 32_768, 'must be a whole number from -32768 to 32767'],
  ['small', 1.5, 'must be a whole number from -32768 to 32767'],
  ['small', 'many', 'must be a whole number from -32768 to 32767'],
  ['natural', -1, 'must be a whole number from 0 to 4294967295'],
  ['wide', '9223372036854775808', 'must be a whole number from -9223372036854775808 to 9223372036854775807'],
  ['price', 10_000, 'must have at most 4 digits before the point'],
  ['price', '9999.995', 'must have at most 4 digits before the point'],
  ['price', 'ten', 'must be a decimal number'],
  ['price', '', 'must be a decimal number'],
  ['price', Number.NaN, 'must be a decimal number'],
  ['ratio', Number.POSITIVE_INFINITY, 'must be a number'],
  ['ratio', 1e39, 'must be a number from -3.4028234663852886e+38 to 3.4028234663852886e+38'],
  ['isOn', 'perhaps', 'must be true or false'],
  ['at', new Date('no date'), 'must be a date and time'],
  ['at', new Date('0999-12-31T00:00:00Z'), 'must lie between the years 1000 and 9999'],
  ['day', '2026-02-30', 'must be a date such as 2026-01-31'],
  ['time', '25 o’clock', 'must be a time of day such as 08:30:00'],
  ['token', 'no token', 'must be a UUID'],
  ['data', nested(32), 'must not have more than 31 levels of arrays and objects'],
  ['data', { n: Number.NaN }, 'must be JSON: it has a number that is not finite'],
  ['data', { n: 1n }, 'must be JSON: it has a bigint'],
  ['bytes', Buffer.alloc(256), 'must not be longer than 255 bytes'],
  ['count', null, 'must not be null'],
];

/** Every way in which a row is written. */
const WRITES: Readonly<Record<string, (values: object) => Promise<unknown>>> = {
  create: (values) => Gauge.create(values as never, UNCHECKED),
  persist: async (values) => (await Gauge.create({} as never)).set(values as never).save(UNCHECKED),
  bulkCreate: (values) => Gauge.bulkCreate([values as never]),
  'Model.update': async (values) => {
    const { id } = await Gauge.create({} as never);
    return Gauge.update(values, { where: { id }, ...UNCHECKED });
  },
  upsert: (values) => Gauge.upsert({ ...values, id: 4711 } as never, UNCHECKED),
};

describe.each(Object.keys(WRITES))('%s', (way) => {
  const write = WRITES[way]!;

  it.each(REJECTED)('rejects a value of %s that the column cannot hold: %p', async (name, value, problem) => {
    const error: unknown = await write({ [name]: value }).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).message).toContain(`${name} ${problem}`);
    expect((error as ValidationError).errors.map(({ path }) => path)).toEqual([name]);
    const kept = (await Gauge.findAll()).map((gauge) => gauge.get(name));
    expect(kept.filter((one) => one !== (name === 'count' ? 0 : null))).toEqual([]);
  });

  it('accepts the values of domain code, and stores the same on every database', async () => {
    await write({
      shortLabel: 3_000_000_000,
      code: '🎈🎈🎈🎈',
      note: Buffer.from('ä'),
      small: '7',
      wide: '9223372036854775807',
      price: 1.005,
      ratio: 1 / 3,
      token: '3FA85F64-5717-4562-B3FC-2C963F66AFA6',
      at: '2026-01-31T08:30:00.999Z',
      day: new Date('2026-01-31T08:30:00Z'),
      time: '08:30',
      data: { on: new Date('2026-01-31T08:30:00Z'), deep: nested(30) },
      bytes: Buffer.from([0, 255]),
    });

    const stored = (await Gauge.first({ shortLabel: '3000000000' }))!.get();
    expect(stored).toMatchObject({
      shortLabel: '3000000000',
      code: '🎈🎈🎈🎈',
      note: 'ä',
      small: 7,
      wide: '9223372036854775807',
      price: '1.01',
      ratio: 0.333333,
      token: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      at: new Date('2026-01-31T08:30:00Z'),
      day: '2026-01-31',
      time: '08:30:00',
      data: { on: '2026-01-31T08:30:00.000Z', deep: nested(30) },
      bytes: Buffer.from([0, 255]),
    });
  });
});

describe('A type that SQLite has in one size only, such as an unsigned integer or a tiny text', () => {
  it('causes no warning when its table is created, and keeps the limits of its values', async () => {
    expect(warned).not.toHaveBeenCalled();
    await expect(Gauge.create({ natural: -1 })).rejects.toThrow('natural');
    await expect(Gauge.create({ note: 'x'.repeat(256) })).rejects.toThrow('note');
  });
});

describe('An entity that was saved', () => {
  it('has the values of its row', async () => {
    const gauge = await Gauge.create({
      price: '-2.345',
      shortLabel: 5,
      ratio: '16777217',
      token: '3FA85F64-5717-4562-B3FC-2C963F66AFA6',
      at: new Date('2026-01-31T08:30:00.999Z'),
    } as never);

    expect(gauge.get()).toMatchObject({
      price: '-2.35',
      shortLabel: '5',
      ratio: 16_777_200,
      token: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      at: new Date('2026-01-31T08:30:00Z'),
    });
    expect(gauge.changed()).toBe(false);
  });

  it.each([0.1, 1 / 3, 16_777_217, 123_456.789, 1.5e-40, -3.4028234663852886e38, 0])(
    'has a FLOAT as it is read: %p',
    async (ratio) => {
      const gauge = await Gauge.create({ ratio } as never);

      expect(Math.abs(gauge.ratio! - ratio)).toBeLessThanOrEqual(Math.abs(ratio) * 1e-5);
      expect((await Gauge.findById(gauge.id))!.ratio).toBe(gauge.ratio);
    },
  );

  it('has no FLOAT that a payload may not have', async () => {
    const { ratio } = await Gauge.create({ ratio: 2 / 3 } as never);

    expect(codecOf({ kind: 'float', isSingle: true, isUnsigned: false }).read(ratio)).toEqual({ value: ratio });
  });

  it.each([
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['0.0049', '0.00'],
    ['1e-7', '0.00'],
    ['12.5e2', '1250.00'],
    [9999.99, '9999.99'],
  ])('has decimals rounded to the scale of the column: %p', async (price, stored) => {
    const { id } = await Gauge.create({ price } as never);

    expect((await Gauge.findById(id))!.price).toBe(stored);
    expect(await Gauge.exists({ id, price: stored })).toBe(true);
  });
});

describe('SQL expressions', () => {
  it('are evaluated by the database', async () => {
    const gauge = await Gauge.create({ shortLabel: fn('upper', 'abc'), small: literal('3 + 4') } as never);

    await Gauge.update({ natural: col('small'), price: literal('1.5') } as never, { where: { id: gauge.id } });

    expect((await Gauge.findById(gauge.id))!.get()).toMatchObject({
      shortLabel: 'ABC',
      small: 7,
      natural: 7,
      price: '1.50',
    });
  });
});

describe('increment and decrement', () => {
  it('reject a result that is out of the range of the column, and change nothing', async () => {
    const gauge = await Gauge.create({ small: 32_760, natural: 3, price: 9999 } as never);

    const rejection = (work: Promise<unknown>) =>
      work.then(
        () => 'accepted',
        ({ message }: Error) => message,
      );
    expect([
      await rejection(gauge.increment('small', { by: 8 })),
      await rejection(gauge.decrement('natural', { by: 4 })),
      await rejection(Gauge.increment({ price: 1 }, { where: { id: gauge.id } })),
      await rejection(gauge.increment('small', { by: 0.5 })),
    ]).toEqual([
      'Gauge: small must be a number from -32768 to 32767',
      'Gauge: natural must be a number from 0 to 4294967295',
      'Gauge: price must be a number from -9999.99 to 9999.99',
      'Gauge: small must be incremented by a number that the column can hold',
    ]);
    expect((await Gauge.findById(gauge.id))!.get()).toMatchObject({ small: 32_760, natural: 3, price: '9999.00' });
  });

  it('accept the limits of the range', async () => {
    const gauge = await Gauge.create({ small: 32_760, natural: 3, price: 9999 } as never);

    await gauge.increment({ small: 7, price: 0.99 });
    await gauge.decrement('natural', { by: 3 });

    expect((await Gauge.findById(gauge.id))!.get()).toMatchObject({ small: 32_767, natural: 0, price: '9999.99' });
  });
});
