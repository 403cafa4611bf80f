import {
  AllowNull,
  AutoIncrement,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';

/** Plain Sequelize models for the tables of our server. The version is Sequelize's optimistic lock. */
const OPTIONS = { underscored: true, timestamps: true, version: true } as const;

@Table({ ...OPTIONS, tableName: 'orders' })
export class Order extends Model {
  @PrimaryKey
  @AutoIncrement
  @Column(DataType.BIGINT)
  declare id: number;

  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare code: string;

  @AllowNull(false)
  @Column(DataType.STRING(120))
  declare customerEmail: string;

  @Default('created')
  @AllowNull(false)
  @Column(DataType.ENUM('created', 'shipped', 'cancelled'))
  declare status: string;

  @Column(DataType.DECIMAL(10, 2))
  declare total: string | number | null;

  @HasMany(() => OrderItem)
  declare orderItems?: OrderItem[];

  declare createdAt: Date;
  declare updatedAt: Date;
}

@Table({ ...OPTIONS, tableName: 'order_items' })
export class OrderItem extends Model {
  @PrimaryKey
  @AutoIncrement
  @Column(DataType.BIGINT)
  declare id: number;

  @AllowNull(false)
  @Column(DataType.STRING(12))
  declare sku: string;

  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare quantity: number;

  @ForeignKey(() => Order)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderId: number;

  declare createdAt: Date;
  declare updatedAt: Date;
}
