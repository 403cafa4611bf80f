import { addAttributeOptions, type Model } from 'sequelize-typescript';
import type { Variant } from './variant';

/** A getter of a column, which leaves the codes of the workloads as they are. */
export const getter: Variant = {
  name: 'getter',
  declare: ({ Order }) => {
    addAttributeOptions(Order.prototype, 'code', {
      get(this: Model) {
        return (this.getDataValue('code') as string | undefined)?.toUpperCase();
      },
    });
  },
  bulk: {},
  effect: { changed: (order) => ({ ...order, code: order.code.toLowerCase() }), status: 201 },
};
