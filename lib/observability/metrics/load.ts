/** The load of an application that bounds it. */
export interface Load {
  /** The most requests that are worked on at a time. */
  readonly limit: number;
  readonly queued: number;
  /** The number of refused requests since the start, by reason. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Undefined for an application that does not bound its load. */
export function loadOf(application: object): Load | undefined {
  return (application as { readonly load?: Load }).load;
}
