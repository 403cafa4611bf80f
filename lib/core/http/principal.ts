/** The authenticated sender of a request. */
export interface Principal {
  readonly name: string;
  readonly roles: readonly string[];
  /** The names of the granted permissions. */
  readonly permissions: ReadonlySet<string>;
  /** Further data of the authenticator, such as the claims of a token. */
  readonly claims: Readonly<Record<string, unknown>>;
}
