import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, invalidDates } from '../../../lib/persistence';
import { sealedRegistry } from '../../support/open-models';
import { useStore } from '../../support/open-store';
import { dialect } from '../../support/test-database';

@AggregateRoot
@Table({ tableName: 'parcels' })
class Parcel extends BaseDomain {
  @Column(DataType.DATE(0)) declare sentAt: Date | null;
  @Column({ type: DataType.DATEONLY, allowNull: false, field: 'DUE' }) declare due: string;
  @Column(DataType.DATEONLY) declare packedOn: string | null;
}

const opened = useStore([Parcel]);

async function found() {
  const { dataSource } = opened;
  const { entities } = sealedRegistry(dataSource);
  return invalidDates(entities, await dataSource.compareSchema(entities));
}

/** Inserts a row as a program in a mode that is not strict. */
async function insert(sentAt: string, due: string, packedOn: string): Promise<void> {
  const { sequelize } = Parcel;
  await sequelize!.transaction(async (transaction) => {
    if (dialect === 'mysql') await sequelize!.query("SET SESSION sql_mode = ''", { transaction });
    await sequelize!.query(
      `INSERT INTO parcels (sent_at, DUE, packed_on, created_at, updated_at, version)
       VALUES (${sentAt}, ${due}, ${packedOn}, '2026-01-01', '2026-01-01', 0)`,
      { transaction },
    );
  });
}

describe('The columns with dates that no calendar has', () => {
  it('are found by one of them', async () => {
    await insert("'2026-01-31 08:30:00'", "'0001-01-01'", 'NULL');
    expect(await found()).toEqual([]);

    await insert("'0000-00-00 00:00:00'", "'2026-02-00'", "'2026-02-28'");

    expect(await found()).toEqual([
      {
        model: 'Parcel',
        field: 'sentAt',
        table: 'parcels',
        column: 'sent_at',
        isNullable: true,
        example: '0000-00-00 00:00:00',
      },
      { model: 'Parcel', field: 'due', table: 'parcels', column: 'DUE', isNullable: false, example: '2026-02-00' },
    ]);
  });
});
