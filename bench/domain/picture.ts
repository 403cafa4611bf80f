import { AggregateRoot, BaseDomain } from 'koaggregate';
import { Column, DataType, Table } from 'sequelize-typescript';

/** Bytes, and nothing else. */
@AggregateRoot
@Table({ tableName: 'pictures' })
export class Picture extends BaseDomain {
  @Column(DataType.BLOB('long'))
  declare photo: Buffer | null;
}
