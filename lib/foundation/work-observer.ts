/** Sees the work that is done for a request. */
export interface WorkObserver {
  /**
   * A statement was carried out, or failed.
   *
   * @param sql  as sent, with its values
   */
  statement(sql: string, durationMs: number, error?: Error): void;
  /** Work is done once more, since other work was in its way or its connection was lost. */
  repeated(): void;
}
