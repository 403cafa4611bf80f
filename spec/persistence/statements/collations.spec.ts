import { Column, DataType, HasMany, Model, PrimaryKey, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain } from '../../../lib/persistence';
import { KeyOf, StringColumn } from '../../support/columns';
import { useStore } from '../../support/open-store';

@AggregateRoot
@Table({ tableName: 'ports' })
class Port extends BaseDomain {
  @Column({ type: DataType.STRING(20), unique: true }) declare code: string;
  @HasMany(() => Ship, { foreignKey: 'portCode', sourceKey: 'code' }) declare ships: Ship[];
}

@Table({ tableName: 'ships', timestamps: false })
class Ship extends Model {
  @PrimaryKey @StringColumn(20) declare name: string;
  @KeyOf(() => Port, DataType.STRING(20)) declare portCode: string;
}

const open = useStore([Port, Ship]);

const LINK = { from: { model: Ship as never, field: 'portCode' }, to: { model: Port as never, field: 'code' } };

describe('Text keys in tables that the application creates', () => {
  it('are compared byte by byte, and the database is asked about that once', async () => {
    const { sequelize } = open.dataSource;
    const select = jest.spyOn(sequelize, 'selectRows');
    const lookup = (foreignKeys: readonly string[]) => sequelize.collations.lookup(LINK, foreignKeys, ['NEW', 'OLD']);

    expect((await lookup(['NEW', 'OLD']))('NEW')).toBe('NEW');
    expect(select).toHaveBeenCalledTimes(0);
    expect((await lookup(['new', 'NEW ']))('new')).toBe('new');
    expect((await lookup(['néw']))('néw')).toBe('néw');
    expect(select).toHaveBeenCalledTimes(1);
  });
});
