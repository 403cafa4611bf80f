/** Who sends a request, once that has been proved. */
export interface Principal {
  readonly name: string;
  readonly roles: readonly string[];
  /** The names of its permissions, as routes require them. */
  readonly permissions: ReadonlySet<string>;
  /** Anything else that its authenticator knows, such as the claims of a token. */
  readonly claims: Readonly<Record<string, unknown>>;
}
