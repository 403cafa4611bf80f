import { Column, DataType, Index, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain } from '../../../lib/persistence';
import { Application } from '../../../lib/rest';

@AggregateRoot
@Table({ tableName: 'cars' })
class Car extends BaseDomain {
  @Index('cars_by_colour')
  @Column(DataType.STRING(20))
  declare colour: string | null;
}

export class GarageApplication extends Application {
  constructor(options: object) {
    super({ ...options, domain: [Car] });
  }
}
