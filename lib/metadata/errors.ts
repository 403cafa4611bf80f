/** Code → message. A message names the culprit and the way out. */
const MESSAGES = {
  ACCESS_CONTRADICTS: (owner, field, first, second) =>
    `${owner}.${field} is marked ${first} and ${second}: keep one of the two marks.`,
  AGGREGATE_NAME_INVALID: (owner, name) =>
    `${owner} sets the resource name "${name}": use lower-case letters, digits and underscores, a letter first.`,
  COLLECTION_TARGET_UNKNOWN: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is not among the application's domain classes: add its folder to db.packagesToScan, or the class to the list of domain classes.`,
  COLLECTION_WITHOUT_ASSOCIATION: (owner, property) =>
    `${owner}.${property} is marked @Collection but is no to-many association: add @HasMany or @BelongsToMany, or remove the mark.`,
  EMBED_UNREADABLE: (owner, property) =>
    `${owner}.${property} is marked embed: true, but it is hidden or has read: false: remove one of the marks.`,
  ENTITY_KEY_HIDDEN: (owner, field) =>
    `${owner}.${field} is marked @EntityKey and never leaves in an answer, but it stands in every path: remove one of the marks.`,
  ENTITY_KEY_NOT_A_FIELD: (owner, field) =>
    `${owner}.${field} is marked @EntityKey but has no database column: put the mark on a column.`,
  ENTITY_KEY_NOT_UNIQUE: (owner, field) =>
    `${owner}.${field} is marked @EntityKey but is not unique: add @Unique and @AllowNull(false) to it.`,
  ENTITY_KEY_TWICE: (owner, fields) => `${owner} marks several fields as @EntityKey (${fields}): keep one.`,
  FIELD_MARK_WITHOUT_FIELD: (owner, field, mark) =>
    `${owner}.${field} is marked ${mark} but has no database column: put the mark on a column.`,
  NOT_AN_AGGREGATE_ROOT: (name) => `${name} is not an aggregate root: mark the class with @AggregateRoot.`,
  NOT_SEALED: () => 'The registry is asked before it was sealed: call seal() first.',
  NO_AGGREGATE_ROOT: (classes) =>
    `None of the domain classes is marked @AggregateRoot (${classes}): mark the root of each aggregate, or check db.packagesToScan.`,
  PRIMARY_KEY_MISSING: (owner) =>
    `${owner} needs exactly one primary key: extend BaseDomain, or mark one column with @PrimaryKey.`,
  RESOURCE_NAME_TAKEN: (name, first, second) =>
    `${first} and ${second} would both be the resource "${name}": set @AggregateRoot({ name: '…' }) on one of them.`,
  SEALED: (owner) =>
    `${owner} declares metadata after the registry was sealed: load all domain classes before the start.`,
  SEARCHABLE_ASSOCIATION: (owner, field) =>
    `${owner}.${field} is marked @Searchable but is an association: mark columns of the class that it refers to.`,
  SEARCHABLE_NOT_A_FIELD: (owner, field) =>
    `${owner}.${field} is marked @Searchable but has no database column: put the mark on a column.`,
  SEARCHABLE_HIDDEN: (owner, field) =>
    `${owner}.${field} is marked @Searchable and never leaves in an answer, so a search would give it away: remove one of the marks.`,
  SEARCHABLE_TYPE: (owner, field, type) =>
    `${owner}.${field} is marked @Searchable but holds ${type}, which cannot be compared: remove the mark.`,
  WIRE_NAME_TAKEN: (owner, wireName, first, second) =>
    `${owner}.${first} and ${owner}.${second} would both be "${wireName}" in paths and payloads: rename one of the two.`,
} satisfies Record<string, (...facts: string[]) => string>;

export type MetadataErrorCode = keyof typeof MESSAGES;

/** The codes, for the page that lists them. */
export const METADATA_ERROR_CODES = Object.keys(MESSAGES) as readonly MetadataErrorCode[];

/** A mistake in a domain model; it stops the start. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';

  constructor(
    readonly code: MetadataErrorCode,
    ...facts: string[]
  ) {
    super((MESSAGES[code] as (...facts: string[]) => string)(...facts));
  }
}
