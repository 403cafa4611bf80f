/** Goods that a cart has no room for. */
export class CartLimitError extends Error {
  override readonly name = 'CartLimitError';
}
