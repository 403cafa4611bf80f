import type { ModelAttributeColumnOptions } from 'sequelize';
import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain } from '../../../lib/persistence';
import type { DomainModel } from '../../../lib/persistence/models/domain-model';
import { columnLiteral } from '../../../lib/persistence/writes/column-literal';
import { Gauge } from '../../support/domain/gauges';
import { type OpenStore, openStore } from '../../support/open-store';

@AggregateRoot
@Table({ tableName: 'instants' })
class Instant extends BaseDomain {
  @Column(DataType.DATE(1)) declare tenths: Date | null;
  @Column(DataType.DATE(3)) declare thousandths: Date | null;
  @Column(DataType.DATE(6)) declare millionths: Date | null;
}

const TEXTS = ['', 'plain', "it's", 'a\\b', 'a"b`c', '\n\r\t\x1a\b', 'Ä 😀', '%_', '?', ':name', '$1', '--', ';'];
const NUMBERS = [0, -1, 42, 1.5, '12.50', '-0.01', '9007199254740993', 9007199254740991];
const DATES = ['2026-03-29T01:30:00.123Z', '1000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map(
  (text) => new Date(text),
);
const OTHERS = [true, false, { a: [1, "it's"] }, [1], Buffer.from('ab'), '2026-01-31', '08:30:00'];
const VALUES: readonly unknown[] = [null, undefined, ...TEXTS, ...NUMBERS, ...DATES, ...OTHERS];

interface Generator {
  escape(value: unknown, column: object, options: object): unknown;
}

describe('the literal of a value', () => {
  let open: OpenStore;

  beforeAll(async () => {
    // Moment warns of texts that are no dates.
    jest.spyOn(console, 'warn').mockImplementation();
    open = await openStore([Gauge, Instant]);
  });
  afterAll(async () => {
    await open.close();
    jest.restoreAllMocks();
  });

  function written(write: () => unknown): string {
    try {
      return String(write());
    } catch (error) {
      return `throws ${(error as Error).message}`;
    }
  }

  it.each([Gauge, Instant])('is the same as that of Sequelize, in every column of %p', (type) => {
    const model = type as unknown as DomainModel;
    const { queryGenerator } = model.sequelize!.getQueryInterface() as unknown as { queryGenerator: Generator };
    for (const column of Object.values(model.getAttributes()) as ModelAttributeColumnOptions[]) {
      const literal = columnLiteral(model, column);
      for (const value of VALUES) {
        const expected = written(() => queryGenerator.escape(value, column, { context: 'INSERT' }));

        expect([column.field, value, written(() => literal(value))]).toEqual([column.field, value, expected]);
      }
    }
  });
});
