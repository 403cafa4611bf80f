import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Row, type Search } from '../../../lib/persistence';
import { StringColumn } from '../../support/columns';
import { useStore } from '../../support/open-store';
import { placeOf } from '../../support/places';

@AggregateRoot
@Table({ tableName: 'samples' })
class Sample extends BaseDomain {
  @StringColumn(20) declare word: string | null;
  @Column(DataType.TEXT) declare story: string | null;
  @Column(DataType.ENUM('low', 'high', 'gone')) declare level: string | null;
  @Column(DataType.DECIMAL(10, 2)) declare price: string | null;
  @Column(DataType.FLOAT) declare weight: number | null;
  @Column(DataType.DOUBLE) declare ratio: number | null;

  /** Its name is that of its column, so that the text that is selected has the name of the column that is sorted by. */
  @Column(DataType.BIGINT) declare ledger: EntityId | null;
  @Column(DataType.BOOLEAN) declare flag: boolean | null;
  @Column(DataType.DATEONLY) declare day: string | null;
  @Column(DataType.TIME) declare hour: string | null;
  @Column(DataType.DATE(6)) declare moment: Date | null;
}

/** Texts of 2,000 characters that differ, if at all, only beyond max_sort_length. */
const STORIES = ['b', 'a', 'a'].map((end) => 'é'.repeat(2000) + end);

/** In ascending order; the rows have duplicates and nulls. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  word: ['', 'A', 'A ', 'Z', 'a', "a'\\", 'é', '😀'],
  story: ['', ...STORIES],
  level: ['low', 'high', 'gone'],
  price: ['-1.50', '9.00', '10.00', '99999999.99'],
  weight: [-1.5, 0.1, 16777212, 16777216],
  ratio: [-1e300, 0.1, 0.30000000000000004, 1e21],
  ledger: ['-9007199254740993', -1, 9, 10, '9007199254740992', '9007199254740993'],
  flag: [false, true],
  day: ['2025-12-31', '2026-01-01'],
  hour: ['08:30:00', '10:00:00'],
  moment: [new Date('2026-01-01T00:00:00.001Z'), new Date('2026-01-01T00:00:00.002Z')],
};

let isMysql: boolean;

const open = useStore([Sample]);

beforeAll(async () => {
  const sequelize = Sample.sequelize!;
  isMysql = sequelize.getDialect() === 'mysql';
  for (let row = 0; row < 24; row++) {
    const fields = Object.entries(VALUES).map(([name, values]) => [name, [...values, null][row % (values.length + 1)]]);
    await new Sample(Object.fromEntries(fields)).persist();
  }
  if (isMysql) await sequelize.query("UPDATE samples SET moment = '2026-01-01 00:00:00.001900' WHERE id < 6");
});

async function read(size: number, sort: Search['sort']): Promise<Row[]> {
  const found: Row[] = [];
  let chunk: Row[];
  do {
    chunk = await open.store.retrieval.chunk(placeOf(open.store, Sample), size, { sort }, found.at(-1));
    found.push(...chunk);
    // Without progress the loop would never end.
    expect(found.length).toBeLessThanOrEqual(24);
  } while (chunk.length === size);
  return found;
}

const keysOf = (rows: readonly Row[]) => rows.map((row) => row.get('id'));

describe('Keyset pagination', () => {
  describe.each(Object.keys(VALUES))('sorted by %s', (name) => {
    const field = () => open.store.registry.entity(Sample)!.fields.get(name)!;

    it.each([false, true])('continues after the last row of a chunk (descending: %s)', async (isDescending) => {
      const whole = await read(100, [{ field: field(), isDescending }]);

      expect(new Set(keysOf(whole)).size).toBe(24);
      expect(keysOf(await read(1, [{ field: field(), isDescending }]))).toEqual(keysOf(whole));
      expect(keysOf(await read(5, [{ field: field(), isDescending }]))).toEqual(keysOf(whole));
    });

    it('sorts nulls first, then the values in their order', async () => {
      const rows = await read(100, [{ field: field(), isDescending: false }]);

      const ranks = rows.map((row) => rankOf(name, row.get(name)));
      expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
      expect(ranks[0]).toBe(Number.NEGATIVE_INFINITY);
    });
  });

  it('continues by several sort keys, including the primary key', async () => {
    const { fields } = open.store.registry.entity(Sample)!;
    const sort = ['flag', 'level', 'id'].map((name, index) => ({ field: fields.get(name)!, isDescending: index > 0 }));

    const whole = keysOf(await read(100, sort));

    expect(keysOf(await read(1, sort))).toEqual(whole);
    expect(keysOf(await read(3, sort))).toEqual(whole);
  });
});

/** Long texts with the same beginning have the same rank, as have equal floats and dates. */
function rankOf(name: string, value: unknown): number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  if (name === 'story') return value === '' ? 0 : 1;
  if (name === 'weight') return Number(value);
  if (name === 'moment') return (value as Date).getTime();
  return VALUES[name]!.findIndex((candidate) => String(candidate) === String(value));
}
