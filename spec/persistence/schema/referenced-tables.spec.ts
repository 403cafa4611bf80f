import { AggregateRoot, BaseDomain, type EntityId } from 'koaggregate';
import { Column, DataType, Table } from 'sequelize-typescript';
import { useSchema } from '../../support/use-schema';

@AggregateRoot
@Table({ tableName: 'leases' })
class Lease extends BaseDomain {
  @Column({ type: DataType.BIGINT, references: { model: 'tenants', key: 'id' } }) declare tenantId: EntityId | null;
}

describe('A foreign key to a table without a model', () => {
  const schema = useSchema();
  const start = (mode: string) => schema.start(mode, [Lease]);

  it.each(['create', 'update'])('stops the start with %s if the table does not exist', async (mode) => {
    await expect(start(mode)).rejects.toThrow(
      'Lease.tenantId refers to the table tenants, which does not exist and has no model in the application: add its ' +
        'model to the domain classes, or create the table first, in a migration.',
    );
  });

  it('refers to a table that exists', async () => {
    await start('none');
    await Lease.sequelize!.query('CREATE TABLE tenants (id BIGINT PRIMARY KEY)');

    await start('update');

    await expect(Lease.create({ tenantId: 7 })).rejects.toThrow(/foreign key/i);
    await expect(Lease.create({ tenantId: null })).resolves.toMatchObject({ tenantId: null });
  });
});
