/** Who sends a request, once that has been proved. */
export interface Principal {
  readonly name: string;
  readonly roles: readonly string[];
  /** What the principal may do, by the names that routes ask for. */
  readonly permissions: ReadonlySet<string>;
  /** What else its authenticator knows of it, such as the claims of a token. */
  readonly claims: Readonly<Record<string, unknown>>;
}
