import { AggregateRoot, BaseDomain, Collection, ReadOnly } from 'koaggregate';
import { AllowNull, Column, DataType, Default, HasMany, IsEmail, Table, Unique } from 'sequelize-typescript';
import { CartItem } from './cart-item';
import { CartLimitError } from './cart-limit-error';

const LIMIT_CENTS = 100_000;

/** What a customer is about to buy. */
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

  /** The sum of the items, kept by `refreshTotal`. */
  @ReadOnly
  @Default('0.00')
  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare total: string;

  /** Adds up the items; the cart is locked while one of them is written, so no other request does so meanwhile. */
  async refreshTotal(): Promise<void> {
    const items = await this.collection('items');
    const cents = items.reduce((sum, item) => sum + item.cents, 0);
    if (cents > LIMIT_CENTS) throw new CartLimitError('A cart holds goods of 1000.00 at most: take something out.');
    await this.updateAttributes({ total: (cents / 100).toFixed(2) });
  }
}
