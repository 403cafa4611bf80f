import { Application, ConflictException } from 'koaggregate';
import { CartLimitError } from './domain/cart-limit-error';

export class ShopApplication extends Application {
  override mapExceptions(): void {
    super.mapExceptions();
    this.addExceptionMapping(CartLimitError, ConflictException);
  }
}
