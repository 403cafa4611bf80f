import { fn, literal } from 'sequelize';
import { Column, DataType, Default, Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { IntegerColumn, RequiredString } from '../support/columns';
import { useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'visits' })
class Visit extends BaseDomain {
  @Searchable @RequiredString(20) declare guest: string;
  @Default(literal('(1 + 1)')) @IntegerColumn declare rooms: number;
  @Searchable @Default(literal('CURRENT_TIMESTAMP')) @Column(DataType.DATE) declare bookedAt: Date;
  @Default(fn('NOW')) @Column(DataType.DATE) declare leftAt: Date;
  @Searchable @Default(literal('CURRENT_TIMESTAMP')) @Column(DataType.DATE(0)) declare seenAt: Date;
  @Default(literal('CURRENT_TIMESTAMP')) @Column(DataType.DATE(6)) declare paidAt: Date;
}

describe('A default value that the database computes', () => {
  const served = useServed([Visit]);

  it('is in the response to a create of one and of several', async () => {
    const one = await served.request('POST', '/visits', { guest: 'Ada' });
    const several = await served.request('POST', '/visits', [{ guest: 'Bob' }, { guest: 'Eve', rooms: 7 }]);

    expect(one).toMatchObject({ status: 201, body: { guest: 'Ada', rooms: 2 } });
    expect(several.body.map(({ rooms }: { rooms: number }) => rooms)).toEqual([2, 7]);
    expect((await served.request('GET', `/visits/${one.body.id}`)).body).toEqual(one.body);
  });

  it('is found by its returned value when it is the current time, with the decimals of its column', async () => {
    const { body } = await served.request('POST', '/visits', { guest: 'Ida' });

    const found = await served.request('GET', `/visits?guest=Ida&booked_at=${body.booked_at}&seen_at=${body.seen_at}`);

    expect(body.booked_at).toMatch(/\.\d{3}Z$/);
    expect(body.seen_at).toMatch(/:\d\dZ$/);
    expect(found.body).toEqual([body]);
  });

  (dialect === 'mysql' ? it : it.skip)(
    'has the same decimals in the table on MySQL, which accepts no others',
    async () => {
      const columns = await Visit.sequelize!.getQueryInterface().describeTable('visits');

      expect(columns.booked_at!.defaultValue).toMatch(/^current_timestamp\(3\)$/i);
      expect(columns.left_at!.defaultValue).toMatch(/^current_timestamp\(3\)$/i);
      expect(columns.paid_at!.defaultValue).toMatch(/^current_timestamp\(6\)$/i);
      expect(columns.seen_at!.defaultValue).toMatch(/^current_timestamp(\(\))?$/i);
    },
  );
});
