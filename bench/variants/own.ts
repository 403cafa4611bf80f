import { type Model, Table } from 'sequelize-typescript';
import type { Variant } from './variant';

/** One validator of the model. */
export const own: Variant = {
  name: 'own',
  declare: ({ Order }) => {
    Table({ validate: { shippedHasTotal } })(Order);
  },
  bulk: { validate: true },
  effect: { changed: (order) => ({ ...order, status: 'shipped', total: null }), status: 422 },
};

function shippedHasTotal(this: Model): void {
  if (this.get('status') === 'shipped' && this.get('total') === null) throw new Error('A shipped order has a total.');
}
