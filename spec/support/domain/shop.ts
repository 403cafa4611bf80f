import 'reflect-metadata';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, Hidden, ReadOnly, Searchable, WriteOnly } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { JoinTable, KeyOf, Required, RequiredInteger, RequiredKeyOf, RequiredString } from '../columns';

/** A small domain with each kind of association: children, grandchildren, roots in a collection, many-to-many. */

@Table({ tableName: 'shipments' })
export class Shipment extends BaseDomain {
  @RequiredString(20) declare carrier: string;
  @Column(DataType.DATE) declare shippedAt: Date | null;
  @ForeignKey(() => OrderItem) @AllowNull(false) @Column declare orderItemId: number;
}

@AggregateRoot
@Table({ tableName: 'products' })
export class Product extends BaseDomain {
  @Searchable @RequiredString(50) declare name: string;
}

@Table({ tableName: 'order_items' })
export class OrderItem extends BaseDomain {
  @Searchable @RequiredString(12) declare sku: string;
  @RequiredInteger declare quantity: number;
  @RequiredKeyOf(() => Order) declare orderId: EntityId;
  @KeyOf(() => Product) declare productId: EntityId | null;
  @BelongsTo(() => Product) declare product: Ref<Product> | null;
  @HasMany(() => Shipment) declare shipments: Shipment[];
}

@AggregateRoot
@Table({ tableName: 'payments' })
export class Payment extends BaseDomain {
  @Required(DataType.DECIMAL(10, 2)) declare amount: string;
  @RequiredKeyOf(() => Order) declare orderId: EntityId;
}

@JoinTable('order_tags', { orderId: () => Order, tagId: () => Tag })
export class OrderTag extends Model {}

@AggregateRoot
@Table({ tableName: 'orders', indexes: [{ name: 'orders_by_place', fields: ['placedAt', 'isGift'] }] })
export class Order extends BaseDomain {
  @Unique @RequiredString(20) declare code: string;

  @Searchable @Default('created') @Required(DataType.ENUM('created', 'shipped', 'cancelled')) declare status: string;

  @Column(DataType.DECIMAL(10, 2)) declare total: string | null;
  @Column(DataType.DATE(3)) declare placedAt: Date | null;
  @Column(DataType.DATEONLY) declare dueOn: string | null;
  @Column(DataType.BOOLEAN) declare isGift: boolean | null;
  @Column(DataType.BIGINT) declare ledgerNo: EntityId | null;
  @Column(DataType.STRING) declare customerURL: string | null;
  @Column(DataType.JSON) declare labels: unknown;
  @Hidden @Column(DataType.TEXT) declare internalNotes: string | null;
  @ReadOnly @Column(DataType.STRING) declare rating: string | null;
  @WriteOnly @Column(DataType.STRING) declare giftCode: string | null;
  @HasMany(() => OrderItem) declare orderItems: OrderItem[];
  @HasMany(() => Payment) declare payments: Payment[];
  @BelongsToMany(() => Tag, { through: () => OrderTag }) declare tags: Tag[];
}

@AggregateRoot
@Table({ tableName: 'tags' })
export class Tag extends BaseDomain {
  @Unique @RequiredString(20) declare name: string;
}

/** A root whose parent is a root of the same class; children go with it. */
@AggregateRoot({ delete: false })
@Table({ tableName: 'categories' })
export class Category extends BaseDomain {
  @RequiredString(20) declare name: string;
  @KeyOf(() => Category) declare parentId: EntityId | null;
  @Hidden @BelongsTo(() => Category) declare parent: Ref<Category> | null;
  @Collection({ update: false, delete: false }) @HasMany(() => Category) declare children: Category[];
}

/** A model with its own key, without `BaseDomain`. */
@AggregateRoot
@Table({ tableName: 'countries', timestamps: false })
export class Country extends Model {
  @Column({ type: DataType.STRING(2), primaryKey: true }) declare code: string;
  @RequiredString(50) declare name: string;
}

export const shop = [Shipment, Product, OrderItem, Payment, OrderTag, Order, Tag, Category, Country];
