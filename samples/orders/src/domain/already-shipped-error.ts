/** Shipped orders and items cannot be cancelled. */
export class AlreadyShippedError extends Error {
  constructor(subject: string) {
    super(`${subject} has been shipped already: it can be returned, not cancelled.`);
  }
}
