/** Work to do between the end of a unit of work and its commit. */
export interface BeforeCommit {
  /** Inside the unit; what it throws rolls the unit back. */
  run(): Promise<void>;
  /** Takes what is to be done for a savepoint that was released. */
  takeOver(released: BeforeCommit): void;
  /** The same for the unit that encloses it. */
  anew(): BeforeCommit;
}
