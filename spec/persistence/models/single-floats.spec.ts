import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain } from '../../../lib/persistence';
import { Gauge } from '../../support/domain/gauges';
import { useSchema } from '../../support/use-schema';

@AggregateRoot
@Table({ tableName: 'scales' })
class Scale extends BaseDomain {
  @Column(DataType.DOUBLE) declare weight: number | null;
  @Column(DataType.FLOAT(53)) declare tare: number | null;
}

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe('The log of a start', () => {
  const { start, lines } = useSchema();

  it.each(['create', 'update', 'none'])('names the FLOAT fields, with hbm2ddl.auto: %s', async (mode) => {
    await start(mode, [Gauge]);

    expect(lines).toEqual([
      expect.stringMatching(/^These fields are FLOAT, .*: Gauge\.ratio\. To keep every digit, use DOUBLE/),
    ]);
  });

  it('names no DOUBLE fields, and no FLOAT with the digits of a double', async () => {
    await start('update', [Scale]);

    expect(lines).toEqual([]);
  });
});
