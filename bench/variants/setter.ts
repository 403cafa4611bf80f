import { addAttributeOptions, type Model } from 'sequelize-typescript';
import type { Variant } from './variant';

/** A setter of a column. */
export const setter: Variant = {
  name: 'setter',
  declare: ({ Order }) => {
    addAttributeOptions(Order.prototype, 'customerEmail', {
      set(this: Model, email: string) {
        this.setDataValue('customerEmail', email.toLowerCase());
      },
    });
  },
  bulk: {},
  effect: { changed: (order) => ({ ...order, customer_email: order.customer_email.toUpperCase() }), status: 201 },
};
