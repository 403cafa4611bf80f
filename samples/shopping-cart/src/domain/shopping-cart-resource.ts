import { ConflictException, Generated, type Request, Resource, type Response } from 'koaggregate';
import { ShoppingCart } from './shopping-cart';

/** A customer has one cart: the error for a second one contains the path of the first. */
@Resource(ShoppingCart)
export class ShoppingCartResource extends Generated(ShoppingCart) {
  async createShoppingCart(request: Request, response: Response): Promise<unknown> {
    if (Array.isArray(request.getContent())) return super.createShoppingCart(request, response);
    const { customerEmail } = request.getContentAs(ShoppingCart);
    const cart = await ShoppingCart.first({ customerEmail });
    if (cart) throw new ConflictException(`This customer already has a cart: ${request.originalPath}/${cart.id}`);
    return super.createShoppingCart(request, response);
  }
}
