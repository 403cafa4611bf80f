import { Invariant } from 'koaggregate';
import type { Model } from 'sequelize-typescript';
import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { variantOf } from '../variants/variants';
import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

variantOf(process.argv[3]).declare({ Order, OrderItem, declareInvariant });

void startShop(process.argv[2]!).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});

function declareInvariant(holds: (order: Model) => boolean): void {
  const value = function (this: Order) {
    return holds(this);
  };
  Object.defineProperty(Order.prototype, 'isValid', { value });
  Invariant('valid-order', 'The order is not valid.')(Order.prototype, 'isValid', { value });
}
