/** What a part says of something outside that it needs, such as a database. */
export interface Health {
  /** Whether requests can be served. */
  readonly isReady: boolean;
  /** Shown to everyone who asks for the readiness: `{ writer: 'writable' }`. */
  readonly facts?: Readonly<Record<string, string>>;
}
