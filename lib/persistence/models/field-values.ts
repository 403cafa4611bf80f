/** Values of an entity by domain name, as its columns hold them. */
export type FieldValues = Readonly<Record<string, unknown>>;
