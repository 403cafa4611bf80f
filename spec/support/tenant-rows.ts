import type { Model, ModelStatic } from 'sequelize';
import { Claim, Client, Item, Label, Order, OrderLabel, Product, Shelf } from './domain/tenants';

/** The models of tenants, children before the models that they refer to. */
export const tenantModels: readonly ModelStatic<Model>[] = [
  Claim,
  OrderLabel,
  Item,
  Order,
  Label,
  Product,
  Shelf,
  Client,
];

/** The rows of red have ids from 100, those of blue from 200. Order 103 of red refers to rows of blue. */
export async function seedTenants(): Promise<void> {
  for (const type of tenantModels) await type.destroy({ where: {} });
  await Client.bulkCreate([
    { id: 101, name: 'Ruby', tenant: 'red' },
    { id: 201, name: 'Bluebell', tenant: 'blue' },
  ]);
  await Product.bulkCreate([
    { id: 111, name: 'brick', owner: 'red' },
    { id: 211, name: 'sky', owner: 'blue' },
  ]);
  await Label.bulkCreate([
    { id: 121, text: 'hot', tenant: 'red' },
    { id: 122, text: 'warm', tenant: 'red' },
    { id: 221, text: 'cold', tenant: 'blue' },
    { id: 301, text: 'urgent', tenant: 'shared' },
  ]);
  await Shelf.bulkCreate([
    { id: 151, code: 'A' },
    { id: 152, code: 'B' },
  ]);
  await Order.bulkCreate([
    { id: 102, note: 'rose', tenant: 'red', clientId: 101 },
    { id: 103, note: 'mixed', tenant: 'red', clientId: 201 },
    { id: 202, note: 'sea', tenant: 'blue', clientId: 201 },
    { id: 203, note: 'stray', tenant: 'blue', clientId: 101 },
  ]);
  await Item.bulkCreate([
    { id: 131, sku: 'KIT-1', orderId: 102, productId: 111, shelfId: 151 },
    { id: 132, sku: 'PEN', orderId: 103, productId: 211 },
    { id: 231, sku: 'KIT-2', orderId: 202, productId: 211, shelfId: 152 },
    { id: 232, sku: 'KIT-3', orderId: 202, productId: 111, shelfId: 151 },
  ]);
  await Claim.bulkCreate([
    { id: 141, text: 'scratch', itemId: 131 },
    { id: 241, text: 'dent', itemId: 231 },
  ]);
  await OrderLabel.bulkCreate([
    { orderId: 102, labelId: 121 },
    { orderId: 103, labelId: 221 },
    { orderId: 202, labelId: 221 },
    { orderId: 202, labelId: 121 },
    { orderId: 203, labelId: 301 },
  ]);
}
