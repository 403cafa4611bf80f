import { BeforeSave, type Model } from 'sequelize-typescript';
import type { Variant } from './variant';

/** One hook, which trims a text. */
export const hook: Variant = {
  name: 'hook',
  declare: ({ Order }) => {
    BeforeSave(Object.assign(Order, { trimCode }), 'trimCode');
  },
  bulk: { individualHooks: true },
  effect: { changed: (order) => ({ ...order, code: ` ${order.code} ` }), status: 201 },
};

function trimCode(order: Model & { code: string }): void {
  order.code = order.code.trim();
}
