import {
  type CreationOptional,
  DataTypes,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type NonAttribute,
  Sequelize,
} from 'sequelize';
import type { TestDatabase } from '../test-database';

/** An application with plain Sequelize: four classes with `init`, and three models with `define`. */

export class Customer extends Model<InferAttributes<Customer>, InferCreationAttributes<Customer>> {
  declare id: CreationOptional<number>;
  declare email: string;
  declare passwordHash: string | null;
  declare orders?: NonAttribute<Order[]>;
}

export class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare id: CreationOptional<number>;
  declare code: string;
  declare status: CreationOptional<string>;
  declare total: CreationOptional<string>;
  declare note: string | null;
  declare placedOn: Date | null;
  declare createdOn: CreationOptional<Date>;
  declare customerId: ForeignKey<number | null>;
  declare customer?: NonAttribute<Customer>;
  declare items?: NonAttribute<OrderItem[]>;
  declare tags?: NonAttribute<Model[]>;

  async cancel(reason: string): Promise<void> {
    this.status = 'cancelled';
    this.note = reason;
    const items = await OrderItem.findAll({ where: { orderId: this.id } });
    for (const item of items) await item.update({ quantity: 0 });
    if (reason === 'refused') throw new Error('The code of the shop refuses it.');
  }
}

export class OrderItem extends Model<InferAttributes<OrderItem>, InferCreationAttributes<OrderItem>> {
  declare id: CreationOptional<number>;
  declare sku: string;
  declare quantity: number;
  declare orderId: ForeignKey<number>;
}

/** A common style of books: the class has its own `init`. */
export class Product extends Model {
  declare sku: string;
  declare unitPrice: string;

  static override init(sequelize: never): never {
    return super.init(
      {
        sku: { type: DataTypes.STRING(12), primaryKey: true },
        unitPrice: { type: DataTypes.DECIMAL(8, 2), allowNull: false, field: 'UNIT_PRICE' },
      },
      { sequelize, tableName: 'tblProducts', timestamps: false },
    ) as never;
  }
}

export interface WebShop {
  readonly sequelize: Sequelize;
  readonly Tag: ModelStatic<Model>;
  readonly Invoice: ModelStatic<Model>;
  readonly Category: ModelStatic<Model>;
}

export const calls: string[] = [];

/** Defines the models and creates their tables, as the start of that application does. */
export async function webShop({ url }: TestDatabase): Promise<WebShop> {
  calls.length = 0;
  const sequelize = url.startsWith('sqlite:')
    ? new Sequelize({ dialect: 'sqlite', storage: url.slice('sqlite:'.length), logging: false })
    : new Sequelize(url.replace(/^mariadb:/, 'mysql:'), { logging: false });
  sequelize.addHook('beforeCreate', ({ constructor: { name } }) => void calls.push(`shared ${name}`));
  defineClasses(sequelize);
  const Tag = sequelize.define('tag', { name: { type: DataTypes.STRING(20), unique: true } }, { underscored: true });
  const Invoice = sequelize.define('Invoice', { number: DataTypes.STRING(20) }, { timestamps: false });
  const Category = sequelize.define(
    'Category',
    { title: DataTypes.STRING(20) },
    { timestamps: false, paranoid: false },
  );
  Customer.hasMany(Order, { as: 'orders', foreignKey: 'customerId' });
  Order.belongsTo(Customer, { as: 'customer', foreignKey: 'customerId' });
  Order.hasMany(OrderItem, { as: 'items', foreignKey: 'orderId', onDelete: 'CASCADE' });
  OrderItem.belongsTo(Order, { foreignKey: 'orderId' });
  OrderItem.belongsTo(Product, { as: 'product', foreignKey: { name: 'sku', allowNull: false } });
  Order.belongsToMany(Tag, { as: 'tags', through: 'order_tags' });
  Tag.belongsToMany(Order, { through: 'order_tags' });
  Order.hasMany(Invoice);
  Invoice.belongsTo(Order);
  Category.hasMany(Category, { as: 'children', foreignKey: 'parentId' });
  Category.belongsTo(Category, { as: 'parent', foreignKey: 'parentId' });
  await sequelize.sync();
  return { sequelize, Tag, Invoice, Category };
}

function defineClasses(sequelize: Sequelize): void {
  Customer.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, field: 'CUST_NO' },
      email: { type: DataTypes.STRING(60), allowNull: false, unique: true, validate: { isEmail: true } },
      passwordHash: { type: DataTypes.STRING(100), field: 'pw' },
    },
    {
      sequelize,
      modelName: 'Customer',
      tableName: 'tblCustomers',
      scopes: { known: { where: { email: 'ann@example.org' } } },
    },
  );
  Order.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      code: { type: DataTypes.STRING(12), allowNull: false, unique: true },
      status: { type: DataTypes.ENUM('open', 'shipped', 'cancelled'), allowNull: false, defaultValue: 'open' },
      total: { type: DataTypes.DECIMAL(10, 2), allowNull: false, defaultValue: '0.00' },
      note: {
        type: DataTypes.STRING(100),
        set(value: string | null) {
          this.setDataValue('note', value?.trim() ?? null);
        },
      },
      placedOn: DataTypes.DATE,
      createdOn: DataTypes.DATE,
      customerId: DataTypes.INTEGER,
    },
    {
      sequelize,
      modelName: 'Order',
      createdAt: 'createdOn',
      updatedAt: false,
      indexes: [{ fields: ['status', 'placedOn'] }],
      validate: {
        shippedOrdersArePlaced(this: Order) {
          if (this.status === 'shipped' && !this.placedOn) throw new Error('Shipped orders are placed.');
        },
      },
      hooks: { beforeSave: (order) => void calls.push(`save ${order.code}`) },
    },
  );
  OrderItem.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      sku: { type: DataTypes.STRING(12), allowNull: false },
      quantity: { type: DataTypes.INTEGER, allowNull: false, validate: { min: 0 } },
      orderId: { type: DataTypes.INTEGER, allowNull: false, field: 'ORDER_NO' },
    },
    { sequelize, modelName: 'OrderItem', paranoid: true },
  );
  Product.init(sequelize as never);
}
