/** The severity of a finding; notes do not fail the command. */
export type Level = 'error' | 'warning' | 'note';

/** A problem in a project, with a remedy. */
export interface Finding {
  readonly code: string;
  readonly level: Level;
  /** The class and field, the route, the configuration key or the package. */
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}
