import { AllowNull, Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../lib';
import { inspectedSource } from '../../support/inspected';

@AggregateRoot
@Table
class Place extends BaseDomain {
  @Column(DataType.GEOMETRY('POINT')) declare spot: object;
  @Column(DataType.ARRAY(DataType.STRING)) declare tags: string[];
  @Column(DataType.RANGE(DataType.INTEGER)) declare span: number[];
  @AllowNull(false) @Column({ type: DataType.JSONB }) declare facts: object;
  @Column(DataType.CITEXT) declare name: string;
  @Column(DataType.INET) declare address: string;
  @Column(DataType.STRING) declare fine: string;
}

describe('A column of a type that not every database supports', () => {
  it('stops the start with a message that names a replacement', async () => {
    const failure = (await inspectedSource([Place]).catch((error: unknown) => error)) as Error;
    const lines = failure.message.split('\n');

    expect(lines).toHaveLength(7);
    expect(lines).toEqual(
      expect.arrayContaining([
        '- Place.spot is of the type GEOMETRY, which SQLite, MariaDB and MySQL do not all have: write DataType.JSON with GeoJSON in it, or two DECIMAL columns for longitude and latitude.',
        '- Place.facts is of the type JSONB, which SQLite, MariaDB and MySQL do not all have: write DataType.JSON.',
        '- Place.name is of the type CITEXT, which SQLite, MariaDB and MySQL do not all have: write DataType.STRING, with @Searchable({ ignoreCase: true }) where it is searched.',
      ]),
    );
  });
});
