import { type Container, type DomainClass, Invariant } from 'koaggregate';
import { Scope } from 'koaggregate/security';
import type { Model } from 'sequelize-typescript';
import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { UNVERSIONED_DOMAIN } from '../domain/unversioned/domain';
import { variantOf } from '../variants/variants';
import { PATIENT, startShop } from './shop';

/** The shop with a variant of its model. */
export function startVariedShop(url: string, variant?: string): Promise<Container> {
  let domain: readonly DomainClass[] | undefined;
  variantOf(variant).declare({
    Order,
    OrderItem,
    declareInvariant,
    declareScope: (lowestTotal) => Scope(() => ({ 'total[gte]': lowestTotal }))(Order),
    declareUnversioned: () => {
      domain = UNVERSIONED_DOMAIN;
    },
  });
  return startShop(url, { settings: PATIENT, ...(domain && { domain }) });
}

function declareInvariant(holds: (order: Model) => boolean): void {
  const value = function (this: Order) {
    return holds(this);
  };
  Object.defineProperty(Order.prototype, 'isValid', { value });
  Invariant('valid-order', 'The order is not valid.')(Order.prototype, 'isValid', { value });
}
