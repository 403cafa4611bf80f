import { literal } from 'sequelize';
import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../lib';
import type { FieldValues } from '../../../lib/persistence/models/domain-model';
import { valuesOf } from '../../../lib/persistence/sequelize/instance';
import { valuesAsRead } from '../../../lib/persistence/writes/values-as-read';
import { IntegerColumn, StringColumn } from '../../support/columns';
import { useStore } from '../../support/open-store';

@AggregateRoot
@Table({ tableName: 'read_letters' })
class Letter extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @Column(DataType.CHAR(4)) declare code: string | null;
  @Column(DataType.TEXT) declare body: string | null;
  @Column(DataType.ENUM('a', 'b')) declare kind: string | null;
  @Column(DataType.UUID) declare batch: string | null;
  @Column(DataType.DATEONLY) declare day: string | null;
  @Column(DataType.TIME) declare hour: string | null;
  @Column(DataType.BOOLEAN) declare isRead: boolean | null;
  @IntegerColumn declare pages: number | null;
  @Column(DataType.BIGINT) declare stamp: number | string | null;
  @Column(DataType.DECIMAL(15, 2)) declare price: string | number | null;
  @Column(DataType.DATE(3)) declare sentAt: Date | null;
  @Column(DataType.DATE) declare readAt: Date | null;
  @Column(DataType.DOUBLE) declare weight: number | null;
  @Column(DataType.JSON) declare notes: unknown;
  @Column(DataType.BLOB) declare scan: Buffer | null;
}

const used = useStore([Letter]);
const entity = () => used.store.registry.entities.find(({ name }) => name === 'Letter')!;

/** The values of a new row as they are derived, and as they are read. */
async function derivedAndRead(values: FieldValues): Promise<readonly [unknown, unknown]> {
  const [row] = await used.store.insert(entity(), [values]);
  const derived = valuesAsRead(entity(), row!.get() as FieldValues);
  return [derived, valuesOf((await used.store.findByKey(entity(), row!.get('id') as number))!)];
}

describe('The values of a new row as they are read', () => {
  it.each<FieldValues>([
    {},
    { title: 'ü 🙂 ', code: 'ab', body: "it's\n", kind: 'b' },
    { title: '007', code: '1e5', body: '', kind: 'a' },
    { batch: '0B8F6F3A-7F0D-4D43-9D3A-3F1E7F3F2A10', day: '2026-01-31', hour: '08:30' },
    { day: '2024-02-29', hour: '23:59:59.5', isRead: 1 },
    { isRead: false, pages: -0, stamp: 9007199254740991 },
    { isRead: 'true', pages: true, price: '007.50' },
    { price: 1.5 },
    { price: -0 },
    { price: '-0.004' },
    { price: '9007199254740.93' },
    { sentAt: new Date('2026-01-31T08:30:00.123Z'), readAt: new Date('2026-01-31T08:30:00.987Z') },
  ])('are derived for %j', async (values) => {
    const [derived, read] = await derivedAndRead(values);

    expect(derived).toEqual(read);
  });

  it.each<FieldValues>([
    { stamp: '9007199254740993' },
    { price: '900719925474099312.34' },
    { weight: 0.1 },
    { notes: { a: 1 } },
    { scan: Buffer.from('a') },
    { pages: literal('1 + 1') },
  ])('are not derived for %j', async (values) => {
    expect(valuesAsRead(entity(), { title: 'a', ...values })).toBeUndefined();
  });

  it('may be changed without a change of the row', async () => {
    const row = { sentAt: new Date(0) };

    (valuesAsRead(entity(), row)!.sentAt as Date).setTime(1);

    expect(row.sentAt.getTime()).toBe(0);
  });
});
