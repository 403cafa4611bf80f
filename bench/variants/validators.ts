import { IsEmail, Length, Min } from 'sequelize-typescript';
import type { Variant } from './variant';

/** Built-in validators on columns. */
export const validators: Variant = {
  name: 'validators',
  declare: ({ Order, OrderItem }) => {
    IsEmail(Order.prototype, 'customerEmail');
    Length({ min: 2, max: 40 })(Order.prototype, 'code');
    Min(0)(Order.prototype, 'total');
    Min(1)(OrderItem.prototype, 'quantity');
  },
  bulk: { validate: true },
  effect: { changed: (order) => ({ ...order, customer_email: 'nobody' }), status: 422 },
};
