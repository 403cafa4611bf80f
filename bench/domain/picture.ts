import { AggregateRoot, BaseDomain } from 'koaggregate';
import { Column, DataType, Table } from 'sequelize-typescript';

/** An aggregate with one large value. */
@AggregateRoot
@Table({ tableName: 'pictures' })
export class Picture extends BaseDomain {
  @Column(DataType.BLOB('long'))
  declare photo: Buffer | null;
}
