import { AggregateRoot, BaseDomain, Collection, ReadOnly } from 'koaggregate';
import { AllowNull, Column, DataType, Default, HasMany, IsEmail, Table, Unique } from 'sequelize-typescript';
import { CartItem } from './cart-item';
import { CartLimitError } from './cart-limit-error';

const LIMIT_CENTS = 100_000;

/** The cart of a customer, the aggregate root of its items. */
@AggregateRoot
@Table({ tableName: 'shopping_carts' })
export class ShoppingCart extends BaseDomain {
  @Unique
  @IsEmail
  @AllowNull(false)
  @Column(DataType.STRING(254))
  declare customerEmail: string;

  @Collection({ replace: true })
  @HasMany(() => CartItem)
  declare items: CartItem[];

  /** The sum of the items, updated by `refreshTotal`. */
  @ReadOnly
  @Default('0.00')
  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare total: string;

  /** Adds up the items. Every write of an item locks the cart, so that no other request changes them meanwhile. */
  async refreshTotal(): Promise<void> {
    const items = await this.collection('items');
    const cents = items.reduce((sum, item) => sum + item.cents, 0);
    if (cents > LIMIT_CENTS) throw new CartLimitError('The total of a cart must not exceed 1000.00: remove an item.');
    await this.updateAttributes({ total: (cents / 100).toFixed(2) });
  }
}
