/** Work to do at the end of a unit of work, before its COMMIT. */
export interface BeforeCommit {
  /** Runs inside the unit; an error rolls the unit back. */
  run(): Promise<void>;
  /** Takes over the work of a savepoint that was released. */
  takeOver(released: BeforeCommit): void;
  /** Creates an empty instance for the enclosing unit. */
  createEmpty(): BeforeCommit;
}
