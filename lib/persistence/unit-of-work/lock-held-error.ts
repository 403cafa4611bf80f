import { DatabaseError } from 'sequelize';

/** A statement has waited in vain for a lock, while this process has transactions that may hold it. */
export class LockHeldError extends DatabaseError {
  /** @param isOwn whether the code that waits is part of the transaction, so that another try would wait in vain, too */
  constructor(
    { parent }: DatabaseError,
    holders: readonly string[],
    readonly isOwn: boolean,
  ) {
    super(parent as ConstructorParameters<typeof DatabaseError>[0]);
    this.name = 'LockHeldError';
    this.message = `${parent.message}. The lock may be held by ${holders.join(', or by ')}: end the transaction first, or pass it to the calls that wait for it.`;
  }
}
