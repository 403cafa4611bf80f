import { BaseDomain, Computed, type EntityId } from 'koaggregate';
import { AfterDestroy, AfterSave, AllowNull, Column, DataType, ForeignKey, Min, Table } from 'sequelize-typescript';
import { ShoppingCart } from './shopping-cart';

/** A number of pieces of one article. */
@Table({ tableName: 'cart_items' })
export class CartItem extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare sku: string;

  @Min(1)
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare quantity: number;

  /** The price of one piece. A string, like all decimals, because a double cannot represent every amount. */
  @Min(0)
  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare price: string;

  @ForeignKey(() => ShoppingCart)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare shoppingCartId: EntityId;

  /** The price of all pieces in cents. Sums of whole numbers are exact. */
  get cents(): number {
    return Math.round(Number(this.price) * 100) * this.quantity;
  }

  @Computed({ from: ['price', 'quantity'], type: DataType.DECIMAL(12, 2) })
  get amount(): string {
    return (this.cents / 100).toFixed(2);
  }

  @AfterSave
  @AfterDestroy
  static async refreshCart({ shoppingCartId }: CartItem): Promise<void> {
    const cart = await ShoppingCart.findById(shoppingCartId);
    await cart?.refreshTotal();
  }
}
