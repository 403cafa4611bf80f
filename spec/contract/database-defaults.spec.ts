import { literal } from 'sequelize';
import { AllowNull, Column, DataType, Default, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { type Served, serve } from '../support/serve-shop';

@AggregateRoot
@Table({ tableName: 'visits' })
class Visit extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare guest: string;

  @Default(literal('(1 + 1)'))
  @Column(DataType.INTEGER)
  declare rooms: number;
}

describe('a default that the database computes', () => {
  let served: Served;

  beforeAll(async () => {
    served = await serve([Visit]);
  });
  afterAll(() => served.stop());

  it('is in the answer to a create, of one and of several', async () => {
    const one = await served.request('POST', '/visits', { guest: 'Ada' });
    const several = await served.request('POST', '/visits', [{ guest: 'Bob' }, { guest: 'Eve', rooms: 7 }]);

    expect(one).toMatchObject({ status: 201, body: { guest: 'Ada', rooms: 2 } });
    expect(several.body.map(({ rooms }: { rooms: number }) => rooms)).toEqual([2, 7]);
    expect((await served.request('GET', `/visits/${one.body.id}`)).body).toEqual(one.body);
  });
});
