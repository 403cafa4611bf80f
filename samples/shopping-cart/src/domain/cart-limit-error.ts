/** Thrown when the total of a cart exceeds its limit. */
export class CartLimitError extends Error {
  override readonly name = 'CartLimitError';
}
