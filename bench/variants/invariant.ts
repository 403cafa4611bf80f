import type { Variant } from './variant';

/** One invariant of an order. */
export const invariant: Variant = {
  name: 'invariant',
  declare: ({ declareInvariant }) => {
    declareInvariant((order) => Number(order.get('total')) >= 0);
  },
  bulk: { validate: true },
  effect: { changed: (order) => ({ ...order, total: '-1.00' }), status: 422 },
};
