import { Op, type WhereOptions } from 'sequelize';

/** The orders that requests may see and write. */
export interface OrderScope {
  /** The condition of every statement. */
  readonly where: WhereOptions & object;
  /** Whether an order with this total may be written. */
  allows(total: string | number | null | undefined): boolean;
}

export function ordersFrom(lowestTotal: number): OrderScope {
  return {
    where: { total: { [Op.gte]: lowestTotal } },
    allows: (total) => total !== null && Number(total) >= lowestTotal,
  };
}
