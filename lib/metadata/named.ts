/** The domain class that an error is about. */
export interface NamedEntity {
  readonly name: string;
  /** The field that names an entity in a path. */
  readonly key: { readonly wireName: string };
}

/** The association that an error is about. */
export interface NamedCollection {
  readonly property: string;
  readonly wireName: string;
  readonly owner: NamedEntity;
  readonly target: NamedEntity;
}

/** The invariant that an error is about. */
export interface NamedInvariant {
  readonly name: string;
  readonly message: string;
  readonly method: string;
}
