import { AggregateRoot, BaseDomain, type EntityId } from 'koaggregate';
import { Column, DataType, Table } from 'sequelize-typescript';
import { type DomainClass, defaultRegistry } from '../../../lib/metadata';
import { DataSource } from '../../../lib/persistence';
import { POOL } from '../../support/open-store';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

@AggregateRoot
@Table({ tableName: 'leases' })
class Lease extends BaseDomain {
  @Column({ type: DataType.BIGINT, references: { model: 'tenants', key: 'id' } }) declare tenantId: EntityId | null;
}

describe('A foreign key to a table without a model', () => {
  let database: TestDatabase;
  let dataSource: DataSource | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await dataSource?.close();
    await database.drop();
  });

  async function start(mode: string): Promise<void> {
    await dataSource?.close();
    const configuration = { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': mode } };
    const options = { projectRoot: process.cwd(), log: () => undefined };
    dataSource = await DataSource.open(configuration, [Lease] as unknown as DomainClass[], options);
    const registry = defaultRegistry.copy();
    registry.seal(dataSource.types, dataSource.reader);
    await dataSource.applySchema(registry.entities);
  }

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
