import type { Order, OrderItem } from './models';

export function presentOrder(order: Order): Record<string, unknown> {
  return {
    id: order.id,
    code: order.code,
    customer_email: order.customerEmail,
    status: order.status,
    total: order.total === null ? null : Number(order.total).toFixed(2),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    ...(order.orderItems && { order_items: order.orderItems.map(presentItem) }),
  };
}

export function presentItem(item: OrderItem): Record<string, unknown> {
  return {
    id: item.id,
    sku: item.sku,
    quantity: item.quantity,
    order_id: item.orderId,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}
