import type { Order } from '../domain/order';
import type { OrderItem } from '../domain/order-item';
import type { Payment } from '../domain/payment';
import type { Product } from '../domain/product';
import type { Shipment } from '../domain/shipment';

type Stamps = 'id' | 'createdAt' | 'updatedAt';

/** The rows of each table; an id is the position of the row, counted from 1. */
export interface DemoRows {
  readonly products: Pick<Product, Stamps | 'name' | 'price'>[];
  readonly orders: Pick<
    Order,
    Stamps | 'code' | 'customerEmail' | 'status' | 'total' | 'cancellationReason' | 'internalNotes'
  >[];
  readonly orderItems: Pick<OrderItem, Stamps | 'orderId' | 'productId' | 'sku' | 'quantity' | 'price' | 'status'>[];
  readonly shipments: Pick<Shipment, Stamps | 'orderItemId' | 'carrier' | 'trackingNumber' | 'shippedAt'>[];
  readonly payments: Pick<Payment, Stamps | 'orderId' | 'method' | 'amount' | 'reference' | 'paidAt'>[];
}
