import 'reflect-metadata';
import {
  AllowNull,
  AutoIncrement,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  HasOne,
  Model,
  PrimaryKey,
  Table,
  Unique,
} from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, EntityKey, Hidden, ReadOnly, Searchable } from '../../../lib/metadata';
import type { Ref } from '../../../lib/persistence';

/** Domain classes for the tables of `tradingSchema`, with their own names for the columns. */

const AS_IT_IS = { timestamps: false, underscored: false } as const;

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'regions' })
export class Region extends Model {
  @PrimaryKey @Column({ type: DataType.CHAR(2), field: 'CODE' }) declare code: string;
  @Searchable @AllowNull(false) @Column({ type: DataType.STRING(40), field: 'Region Name' }) declare name: string;
  @HasMany(() => Customer) declare customers: Customer[];
}

@AggregateRoot
@Table({
  tableName: 'tblCustomers',
  underscored: false,
  createdAt: 'created',
  updatedAt: false,
  deletedAt: 'deletedOn',
  paranoid: true,
  indexes: [{ name: 'uq_name', unique: true, fields: ['CUST_NAME', 'REGION_CD'] }],
})
export class Customer extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'CUST_NO' }) declare custNo: number;

  @Searchable({ ignoreCase: true })
  @AllowNull(false)
  @Column({ type: DataType.STRING(60), field: 'CUST_NAME' })
  declare name: string;

  @Searchable @Column({ type: DataType.STRING(80), field: 'E-MAIL' }) declare email: string | null;

  @Searchable
  @Default(true)
  @AllowNull(false)
  @Column({ type: DataType.BOOLEAN, field: 'IS_ACTIVE' })
  declare isActive: boolean;

  @ForeignKey(() => Region) @Column({ type: DataType.CHAR(2), field: 'REGION_CD' }) declare regionCode: string | null;
  @Column({ type: DataType.DATE, field: 'CREATED' }) declare created: Date;
  @Column({ type: DataType.DATE, field: 'DEL_TS' }) declare deletedOn: Date | null;
  @BelongsTo(() => Region) declare region: Ref<Region> | null;
  @HasMany(() => Address, { onDelete: 'CASCADE' }) declare addresses: Address[];

  @HasMany(() => Note, { foreignKey: 'ownerId', constraints: false, scope: { ownerType: 'C' }, onDelete: 'RESTRICT' })
  declare notes: Note[];
}

@Table({
  tableName: 'addresses',
  underscored: false,
  createdAt: false,
  updatedAt: false,
  deletedAt: 'deletedOn',
  paranoid: true,
})
export class Address extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'ADDR_ID' }) declare id: number;

  @Default('BILL')
  @AllowNull(false)
  @Column({ type: DataType.ENUM('BILL', 'SHIP'), field: 'KIND' })
  declare kind: string;

  @AllowNull(false) @Column({ type: DataType.STRING(60), field: 'STREET' }) declare street: string;
  @Searchable @AllowNull(false) @Column({ type: DataType.STRING(10), field: 'ZIP' }) declare zip: string;
  @Default('DE') @AllowNull(false) @Column({ type: DataType.CHAR(2), field: 'COUNTRY' }) declare country: string;
  @Column({ type: DataType.DATE, field: 'DEL_TS' }) declare deletedOn: Date | null;

  @ForeignKey(() => Customer)
  @AllowNull(false)
  @Column({ type: DataType.INTEGER, field: 'CUST_NO' })
  declare custNo: number;
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'Cats' })
export class Category extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'ID' }) declare id: number;

  @Searchable
  @AllowNull(false)
  @Column({ type: DataType.STRING(30), field: 'LABEL', unique: 'label_of_parent' })
  declare label: string;

  @ForeignKey(() => Category)
  @Column({ type: DataType.INTEGER, field: 'PARENT', unique: 'label_of_parent' })
  declare parentId: number | null;

  @BelongsTo(() => Category, 'parentId') declare parent: Ref<Category> | null;
  @HasMany(() => Category, 'parentId') declare children: Category[];
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'ARTICLES' })
export class Article extends Model {
  @PrimaryKey @Column({ type: DataType.CHAR(8), field: 'ART_NO' }) declare artNo: string;
  @Searchable @AllowNull(false) @Column({ type: DataType.STRING(50), field: 'name' }) declare label: string;
  @Searchable @AllowNull(false) @Column({ type: DataType.DECIMAL(10, 2), field: 'PRICE' }) declare price: string;
  @Column({ type: DataType.DOUBLE, field: 'WEIGHT' }) declare weight: number | null;
  @Searchable @Column({ type: DataType.BOOLEAN, field: 'DISCONTINUED' }) declare discontinued: boolean | null;
  @ForeignKey(() => Category) @Column({ type: DataType.INTEGER, field: 'CAT' }) declare categoryId: number | null;
  @BelongsTo(() => Category) declare category: Ref<Category> | null;
  @BelongsToMany(() => Supplier, { through: () => ArticleSupplier }) declare suppliers: Supplier[];
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'suppliers' })
export class Supplier extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER.UNSIGNED, field: 'SUPP_NO' }) declare suppNo: number;
  @Searchable @AllowNull(false) @Column({ type: DataType.STRING(50), field: 'NAME' }) declare name: string;
  @Column({ type: DataType.STRING(20), field: 'Phone' }) declare phone: string | null;
}

@Table({ ...AS_IT_IS, tableName: 'art2supp' })
export class ArticleSupplier extends Model {
  @ForeignKey(() => Article) @PrimaryKey @Column({ type: DataType.CHAR(8), field: 'ART' }) declare artNo: string;

  @ForeignKey(() => Supplier)
  @PrimaryKey
  @Column({ type: DataType.INTEGER.UNSIGNED, field: 'SUPP' })
  declare suppNo: number;

  @Searchable
  @Default(7)
  @AllowNull(false)
  @Column({ type: DataType.INTEGER, field: 'LEAD_DAYS' })
  declare leadDays: number;

  @Default(false) @AllowNull(false) @Column({ type: DataType.BOOLEAN, field: 'PREF' }) declare isPreferred: boolean;
}

@AggregateRoot
@Table({
  tableName: 'tblOrders',
  underscored: false,
  createdAt: 'ordered',
  updatedAt: 'changedOn',
  version: 'versionNo',
} as object)
export class Order extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.BIGINT, field: 'ORDER_ID' }) declare orderId: number;
  @EntityKey @Unique @AllowNull(false) @Column({ type: DataType.STRING(12), field: 'key' }) declare key: string;

  @Searchable
  @Default('N')
  @AllowNull(false)
  @Column({ type: DataType.ENUM('N', 'S', 'X'), field: 'STATUS' })
  declare status: string;

  @Searchable @Default(0) @AllowNull(false) @Column({ type: DataType.INTEGER, field: 'order' }) declare order: number;
  @Column({ type: DataType.TEXT, field: 'desc' }) declare desc: string | null;

  @Searchable
  @Default('0.00')
  @AllowNull(false)
  @Column({ type: DataType.DECIMAL(12, 2), field: 'TOTAL' })
  declare total: string;

  @Searchable @Column({ type: DataType.DATE, field: 'ORDERED' }) declare ordered: Date;
  @AllowNull @Column({ type: DataType.DATE, field: 'CHANGED' }) declare changedOn: Date | null;
  @Column({ type: DataType.INTEGER, field: 'VERSION_NO' }) declare versionNo: number;

  @ForeignKey(() => Customer)
  @AllowNull(false)
  @Column({ type: DataType.INTEGER, field: 'CUST_NO' })
  declare custNo: number;

  @BelongsTo(() => Customer) declare customer: Ref<Customer>;
  @Collection({ embed: true }) @HasMany(() => OrderLine) declare lines: OrderLine[];
  @HasMany(() => Shipment) declare shipments: Shipment[];
  @HasOne(() => Invoice) declare invoice: Invoice | null;
  @HasMany(() => Note, { foreignKey: 'ownerId', constraints: false, scope: { ownerType: 'O' } }) declare notes: Note[];

  @Action({ value: 'ship' })
  async ship(tracking: string): Promise<void> {
    this.status = 'S';
    await Shipment.create({ orderId: this.orderId, tracking, shipped: new Date() });
  }
}

@Table({ ...AS_IT_IS, tableName: 'tblOrderLines' })
export class OrderLine extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.BIGINT, field: 'LINE_ID' }) declare lineId: number;
  @AllowNull(false) @Column({ type: DataType.SMALLINT, field: 'POS', unique: 'pos_of_order' }) declare pos: number;

  @Searchable
  @ForeignKey(() => Article)
  @AllowNull(false)
  @Column({ type: DataType.CHAR(8), field: 'ART_NO' })
  declare artNo: string;

  @AllowNull(false) @Column({ type: DataType.DECIMAL(9, 3), field: 'QTY' }) declare qty: string;

  @ForeignKey(() => Order)
  @AllowNull(false)
  @Column({ type: DataType.BIGINT, field: 'ORDER_ID', unique: 'pos_of_order' })
  declare orderId: number;

  @BelongsTo(() => Article) declare article: Ref<Article>;
}

@Table({ ...AS_IT_IS, tableName: 'shipments' })
export class Shipment extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'SHIP_ID' }) declare shipId: number;
  @ForeignKey(() => Order) @Column({ type: DataType.BIGINT, field: 'ORDER_ID' }) declare orderId: number | null;
  @Unique @Column({ type: DataType.STRING(30), field: 'TRACKING' }) declare tracking: string | null;
  @Column({ type: DataType.DATE, field: 'SHIPPED' }) declare shipped: Date | null;
  @BelongsTo(() => Order, { onDelete: 'SET NULL' }) declare order: Ref<Order> | null;

  @BelongsToMany(() => OrderLine, {
    through: 'shipment_lines',
    foreignKey: 'SHIP_ID',
    otherKey: 'LINE_ID',
    timestamps: false,
  })
  declare lines: OrderLine[];
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'invoices' })
export class Invoice extends Model {
  @PrimaryKey @Column({ type: DataType.STRING(12), field: 'INV_NO' }) declare invNo: string;

  @ForeignKey(() => Order)
  @Unique
  @AllowNull(false)
  @Column({ type: DataType.BIGINT, field: 'ORDER_ID' })
  declare orderId: number;

  @Searchable @AllowNull(false) @Column({ type: DataType.DATEONLY, field: 'ISSUED' }) declare issued: string;

  @Searchable
  @ReadOnly
  @Default(false)
  @AllowNull(false)
  @Column({ type: DataType.BOOLEAN, field: 'PAID' })
  declare paid: boolean;

  @BelongsTo(() => Order) declare order: Ref<Order>;
  @HasMany(() => Payment) declare payments: Payment[];
}

@Table({ ...AS_IT_IS, tableName: 'payments' })
export class Payment extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'PAY_ID' }) declare payId: number;

  @ForeignKey(() => Invoice)
  @AllowNull(false)
  @Column({ type: DataType.STRING(12), field: 'INV_NO' })
  declare invNo: string;

  @AllowNull(false) @Column({ type: DataType.DECIMAL(12, 2), field: 'AMOUNT' }) declare amount: string;
  @Column({ type: DataType.DATE, field: 'PAID_AT' }) declare paidAt: Date | null;
  @Column({ type: DataType.ENUM('CASH', 'CARD'), field: 'METHOD' }) declare method: string | null;
}

@AggregateRoot({ name: 'users' })
@Table({ ...AS_IT_IS, tableName: 'user' })
export class User extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'USER_ID' }) declare userId: number;
  @EntityKey @Unique @AllowNull(false) @Column({ type: DataType.STRING(20), field: 'LOGIN' }) declare login: string;
  @Hidden @Column({ type: DataType.CHAR(40), field: 'PWD' }) declare pwd: string | null;
  @Column({ type: DataType.DATE, field: 'LAST SEEN' }) declare lastSeen: Date | null;

  @BelongsToMany(() => Group, { through: 'user_group', foreignKey: 'uid', otherKey: 'gid', timestamps: false })
  declare groups: Group[];
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'group' })
export class Group extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'GroupId' }) declare groupId: number;
  @Searchable @AllowNull(false) @Column({ type: DataType.STRING(20), field: 'GroupName' }) declare groupName: string;
}

@Table({ ...AS_IT_IS, tableName: 'notes' })
export class Note extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'NOTE_ID' }) declare noteId: number;
  @AllowNull(false) @Column({ type: DataType.CHAR(1), field: 'OWNER_TYPE' }) declare ownerType: string;
  @AllowNull(false) @Column({ type: DataType.BIGINT, field: 'OWNER_ID' }) declare ownerId: number;
  @AllowNull(false) @Column({ type: DataType.TEXT, field: 'TXT' }) declare text: string;
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'warehouses' })
export class Warehouse extends Model {
  @PrimaryKey @Column({ type: DataType.CHAR(3), field: 'WH' }) declare wh: string;
  @Column({ type: DataType.STRING(30), field: 'NAME' }) declare name: string | null;
}

@AggregateRoot
@Table({ ...AS_IT_IS, tableName: 'settings' })
export class Setting extends Model {
  @PrimaryKey @Column({ type: DataType.STRING(40), field: 'key' }) declare key: string;
  @Column({ type: DataType.TEXT, field: 'value' }) declare value: string | null;
}

@AggregateRoot({ create: false, update: false, delete: false })
@Table({ ...AS_IT_IS, tableName: 'v_open_orders' })
export class OpenOrder extends Model {
  @PrimaryKey @Column({ type: DataType.BIGINT, field: 'ORDER_ID' }) declare orderId: number;
  @Searchable @Column({ type: DataType.STRING(12), field: 'key' }) declare code: string;
  @Column({ type: DataType.DECIMAL(12, 2), field: 'TOTAL' }) declare total: string;
}

export const trading = [
  Region,
  Customer,
  Address,
  Category,
  Article,
  Supplier,
  ArticleSupplier,
  Order,
  OrderLine,
  Shipment,
  Invoice,
  Payment,
  User,
  Group,
  Note,
  Warehouse,
  Setting,
  OpenOrder,
];
