import type { Plugin } from 'koaggregate';
import type { ModelCtor } from 'sequelize-typescript';
import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { Payment } from '../domain/payment';
import { Product } from '../domain/product';
import { Shipment } from '../domain/shipment';
import { demoShop } from './demo-shop';

/** The number of rows per INSERT. */
const CHUNK = 500;

/** Fills an empty shop with two years of orders, in one transaction. */
export class DemoData implements Plugin {
  async init(): Promise<void> {
    await Order.unitOfWork(async () => {
      if (!(await Order.exists())) await insertShop();
    });
  }

  destroy(): void {
    // The data stays.
  }
}

/** Inserts parents before children, because of the foreign keys. */
async function insertShop(): Promise<void> {
  const { products, orders, orderItems, shipments, payments } = demoShop();
  await insert(Product, products);
  await insert(Order, orders);
  await insert(OrderItem, orderItems);
  await insert(Shipment, shipments);
  await insert(Payment, payments);
}

async function insert(model: ModelCtor, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await model.bulkCreate(rows.slice(start, start + CHUNK));
  }
}
