/** A part of the work for a request: a transaction, a savepoint in one, the call of an action. */
export type WorkPart = 'unit' | 'savepoint' | 'action';

/** A part of the work that has begun. */
export interface BegunPart {
  /** Begins the work before it returns, such as in an async context of the observer. @returns what the work returns */
  run?<T>(work: () => Promise<T>): Promise<T>;
  /** @param error  with which the work failed; a unit or a savepoint is rolled back */
  ended(error?: unknown): void;
}

/** Sees the work that is done for a request. */
export interface WorkObserver {
  /**
   * A statement is about to be sent.
   *
   * @returns what {@link statement} is to receive
   */
  sending?(): unknown;
  /**
   * A statement was carried out, or failed.
   *
   * @param sql   as sent, with its values
   * @param sent  from {@link sending}
   */
  statement(sql: string, durationMs: number, error?: Error, sent?: unknown): void;
  /** Work is done once more, since other work was in its way or its connection was lost. */
  repeated(): void;
  /** Work of somebody else was in the way of an attempt: a deadlock, or a lock that did not become free. */
  conflicted?(): void;
  /** The stored response to an earlier request with the same key is sent. */
  replayed?(): void;
  /**
   * A part of the work begins; each attempt of a unit that is repeated is one of its own.
   *
   * @param name  of an action, with that of its class: `Order.cancel`
   */
  begin?(part: WorkPart, name?: string): BegunPart | undefined;
}

/** Runs a part of the work, which the observer sees. */
export async function runObserved<T>(
  observer: WorkObserver,
  part: WorkPart,
  name: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const begun = observer.begin?.(part, name);
  if (!begun) return work();
  try {
    const result = await (begun.run ? begun.run(work) : work());
    begun.ended();
    return result;
  } catch (error) {
    begun.ended(error);
    throw error;
  }
}
