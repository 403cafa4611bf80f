import { type Container, Invariant } from 'koaggregate';
import type { Model } from 'sequelize-typescript';
import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { variantOf } from '../variants/variants';
import { startShop } from './shop';

/** The shop with a variant of its model. */
export function startVariedShop(url: string, variant?: string): Promise<Container> {
  variantOf(variant).declare({ Order, OrderItem, declareInvariant });
  return startShop(url);
}

function declareInvariant(holds: (order: Model) => boolean): void {
  const value = function (this: Order) {
    return holds(this);
  };
  Object.defineProperty(Order.prototype, 'isValid', { value });
  Invariant('valid-order', 'The order is not valid.')(Order.prototype, 'isValid', { value });
}
