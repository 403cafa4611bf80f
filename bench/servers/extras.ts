import 'reflect-metadata';
import { Action, Searchable } from 'koaggregate';
import { Index } from 'sequelize-typescript';
import { Order } from '../domain/order';
import { Shipment } from '../domain/shipment';
import { replyToParent } from './reply-to-parent';
import { PATIENT, startShop } from './shop';

Searchable(Shipment.prototype, 'carrier');
Index('shipments_carrier')(Shipment.prototype, 'carrier');
declareAction();

/** The shop with what the requests beside the workloads need: an action, a search by carrier, and idempotency keys. */
void startShop(process.argv[2]!, { settings: { ...PATIENT, idempotency: { key: 'optional' } } }).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});

function declareAction(): void {
  const value = function reprice(this: Order, total: string) {
    this.total = total;
    return this;
  };
  Object.defineProperty(Order.prototype, 'reprice', { value });
  // As the compiler does for a decorated method.
  Reflect.defineMetadata('design:paramtypes', [String], Order.prototype, 'reprice');
  Action({ value: 'reprice', returns: Order })(Order.prototype, 'reprice', { value });
}
