/** Descriptions of plain Sequelize models. Checked by `npm run check`, never run. */

import Joi from 'joi';
import { AggregateRoot, BaseDomain, Computed, Constraint, describeModel, ReadOnly } from 'koaggregate';
import { Secure } from 'koaggregate/security';
import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  Sequelize,
} from 'sequelize';
import { Table } from 'sequelize-typescript';

class Item extends Model<InferAttributes<Item>, InferCreationAttributes<Item>> {
  declare sku: string;
}

class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare code: string;
  declare total: string;
  declare items?: NonAttribute<Item[]>;
  declare customer?: NonAttribute<Item>;

  cancel(reason: string): string {
    return reason;
  }
}

class Untold extends Model {}

const sequelize = new Sequelize('sqlite::memory:');
const Made = sequelize.define('Made', { code: DataTypes.STRING });

@AggregateRoot
@Table
class Decorated extends BaseDomain {
  declare code: string;
}

export const same: typeof Order = describeModel(Order, {
  root: { name: 'purchases', delete: false },
  key: { field: 'code', changeable: true },
  searchable: { code: { ignoreCase: true }, total: true },
  hidden: ['customer'],
  readOnly: ['total', 'createdAt'],
  collections: { items: { embed: true } },
  actions: { cancel: { parameters: [String], returns: String } },
  exclude: ['customer', 'somethingElse'],
  decorators: [Secure({ permissions: ['orders'] })],
  memberDecorators: { total: [ReadOnly, Constraint(Joi.string())], items: [Secure({ permissions: ['items'] })] },
});

export function rightForms(): void {
  describeModel(Order);
  describeModel(Order, { root: true, searchable: ['code', 'id'] });
  describeModel(Item, { memberDecorators: { sku: [Computed({ from: ['sku'] })] } });
  describeModel(Made, { root: true, key: 'code', collections: { anything: { read: false } } });
  describeModel(Untold, { searchable: ['anything'] });
  describeModel(Decorated, { searchable: ['code'] });
}

export function misuses(): void {
  // @ts-expect-error: unknown column
  describeModel(Order, { searchable: ['colour'] });
  // @ts-expect-error: unknown column
  describeModel(Order, { searchable: { colour: true } });
  // @ts-expect-error: unknown column
  describeModel(Order, { key: 'codes' });
  // @ts-expect-error: an association is not a column
  describeModel(Order, { readOnly: ['items'] });
  // @ts-expect-error: a to-one association is not a collection
  describeModel(Order, { collections: { customer: {} } });
  // @ts-expect-error: unknown collection
  describeModel(Order, { collections: { item: {} } });
  // @ts-expect-error: unknown method
  describeModel(Order, { actions: { cancell: {} } });
  // @ts-expect-error: no such option
  describeModel(Order, { writeonly: ['code'] });
  // @ts-expect-error: no such member
  describeModel(Order, { memberDecorators: { colour: [ReadOnly] } });
  // @ts-expect-error: no such field
  describeModel(Decorated, { hidden: ['colour'] });
  // @ts-expect-error: not a model
  describeModel(class {}, { root: true });
}
