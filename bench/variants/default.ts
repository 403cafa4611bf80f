import { Default } from 'sequelize-typescript';
import type { Variant } from './variant';

/** A default that is computed, here of a column whose default could be constant. */
export const computedDefault: Variant = {
  name: 'default',
  declare: ({ Order }) => {
    Default(() => 'created')(Order.prototype, 'status');
  },
  bulk: {},
  effect: { changed: (order) => ({ ...order, status: undefined }), status: 201 },
};
