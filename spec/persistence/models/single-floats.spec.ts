import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, type DomainClass, defaultRegistry } from '../../../lib/metadata';
import { BaseDomain, DataSource } from '../../../lib/persistence';
import { Gauge } from '../../support/domain/gauges';
import { POOL } from '../../support/pool';
import { createTestDatabase } from '../../support/test-database';

@AggregateRoot
@Table({ tableName: 'scales' })
class Scale extends BaseDomain {
  @Column(DataType.DOUBLE) declare weight: number | null;
  @Column(DataType.FLOAT(53)) declare tare: number | null;
}

/** Starts as an application does, and returns the log. */
async function logOf(type: unknown, mode: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const database = await createTestDatabase();
  const dataSource = await DataSource.open(
    { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': mode } },
    [type as DomainClass],
    { projectRoot: process.cwd(), log: (line) => lines.push(line) },
  );
  const registry = defaultRegistry.copy();
  registry.seal(dataSource.types, dataSource.reader);
  await dataSource.applySchema(registry.entities);
  await dataSource.close();
  await database.drop();
  return lines;
}

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe('The log of a start', () => {
  it.each(['create', 'update', 'none'])('names the FLOAT fields, with hbm2ddl.auto: %s', async (mode) => {
    expect(await logOf(Gauge, mode)).toEqual([
      expect.stringMatching(/^These fields are FLOAT, .*: Gauge\.ratio\. To keep every digit, use DOUBLE/),
    ]);
  });

  it('names no DOUBLE fields, and no FLOAT with the digits of a double', async () => {
    expect(await logOf(Scale, 'update')).toEqual([]);
  });
});
