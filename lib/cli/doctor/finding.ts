/** How much a finding matters: `note` alone does not fail the command. */
export type Level = 'error' | 'warning' | 'note';

/** Something in a project that can be improved. */
export interface Finding {
  readonly code: string;
  readonly level: Level;
  /** The class and field, the route, the key of the configuration or the package. */
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}
