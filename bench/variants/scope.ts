import type { Variant } from './variant';

/** One scope of the orders, which all orders of the workloads are in. */
export const scope: Variant = {
  name: 'scope',
  declare: ({ declareScope }) => {
    declareScope(0);
  },
  bulk: {},
  effect: { changed: (order) => ({ ...order, total: '-1.00' }), status: 403 },
};
