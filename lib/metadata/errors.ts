import { CodedError, codesOf, messagesByCode } from '../foundation';

/** How bundlers keep names, and how a model gives them itself. */
export const RENAMING_REMEDY =
  'Bundle without renaming identifiers (esbuild: minifyIdentifiers: false; terser: mangle: false)';
export const GIVEN_CLASS_NAME = "@Table({ modelName: 'Order' }), or describeModel(…, { name: 'Order' })";
export const GIVEN_PARAMETERS = "@Action({ parameters: ['newName'] })";

const MESSAGES = messagesByCode({
  ACCESS_CONTRADICTS: (owner, field, first, second) =>
    `${owner}.${field} is marked ${first} and ${second}: keep one of the two marks.`,
  ACTION_CHILD_MISSING: (owner, method, child, parameter) =>
    `${owner}.${method} is an action on ${child}, but takes no parameter of that class or name: add "${parameter}: ${child}".`,
  ACTION_METHOD_MISSING: (owner, method, hint = '') =>
    `${owner}.${method} is marked @Action but is not an instance method: put the mark on a method that is neither static nor an accessor.${hint}`,
  ACTION_METHOD_RESERVED: (owner, method, reason) =>
    `${owner}.${method} is marked @Action and cannot have this name, since ${reason}: rename the method. (The action keeps its path by "value".)`,
  ACTION_NAME_INVALID: (owner, method, name) =>
    `${owner}.${method} is the action "${name}": use lower-case letters, digits and underscores, a letter first.`,
  ACTION_NAME_IS_COLLECTION: (owner, method, name, holder, property) =>
    `${owner}.${method} is the action "${name}", which is the path of ${holder}.${property} already: rename the action.`,
  ACTION_NAME_IS_LARGE: (owner, method, name, holder, field) =>
    `${owner}.${method} is the action "${name}", which is the path of the large value ${holder}.${field} already: rename the action.`,
  ACTION_NAME_RESERVED: (owner, method, name) =>
    `${owner}.${method} is the action "${name}", which would share its name with a generated method: rename the action.`,
  ACTION_NAME_RESTORES: (owner, method, child) =>
    `${owner}.${method} is the action "restore", which is the path that restores ${child} entities, since the class is paranoid: rename the action, or remove that path by delete: false.`,
  ACTION_NAME_TAKEN: (owner, name, first, second) =>
    `${owner}.${first} and ${owner}.${second} are both the action "${name}": rename one of the two.`,
  ACTION_NOT_ON_ROOT: (owner, method) =>
    `${owner}.${method} is marked @Action, but ${owner} is not an aggregate root: declare the action on the root and let it take the ${owner} as a parameter.`,
  ACTION_OPTIONAL_UNKNOWN: (owner, method, name, known) =>
    `${owner}.${method} lists "${name}" as optional, but takes no such parameter from the payload (${known}): correct the name.`,
  ACTION_PARAMETERS_COUNT: (owner, method, count, names) =>
    `The option "parameters" of ${owner}.${method} has the names ${names}, but the method has ${count} of them: name each parameter, in order.`,
  ACTION_PARAMETERS_UNREADABLE: (owner, method) =>
    `The parameters of ${owner}.${method} cannot be read from its source: write each by name (no "..."), mark a method that overrides another with @Action again, let nothing wrap it below the mark, and compile to ES2017 or newer, or name them in the option "parameters".`,
  ACTION_PARAMETER_IS_CHILD: (owner, method, parameter, type) =>
    `${owner}.${method} takes the class ${type} as "${parameter}", which is neither an aggregate root nor on the action's path: take its id, or set the path.`,
  ACTION_PARAMETER_RESERVED: (owner, method, parameter) =>
    `${owner}.${method} takes "${parameter}" from the payload, which may not have a key of that name: rename the parameter.`,
  ACTION_PARAMETER_NAME: (owner, method, name) =>
    `The option "parameters" of ${owner}.${method} has "${name}", which no parameter can be named: use letters, digits and underscores, a letter first.`,
  ACTION_PARAMETER_UNTYPED: (owner, method, parameter, hint = '') =>
    `${owner}.${method} takes ${parameter}, whose type is not in the decorator metadata (an array, a union, an interface, a destructured parameter, a type that is not written out): write the type out, or give @Action a Joi schema for it, and check that "emitDecoratorMetadata" is on.${hint}`,
  ACTION_PATH_UNKNOWN: (owner, method, path, known) =>
    `${owner}.${method} is an action on the unknown path "${path}" below ${owner}: correct it. Known paths: ${known}.`,
  ACTION_RETURNS_INVALID: (owner, method) =>
    `The option returns of the action ${owner}.${method} is not a class: write returns: Order, or returns: [Order] for a list. (It is undefined while two modules import each other: write returns: () => Order.)`,
  ACTION_SCHEMA_INVALID: (owner, method) =>
    `The schema of the action ${owner}.${method} is not a Joi object: write schema: Joi.object({ … }).`,
  ACTION_SCHEMA_MISMATCH: (owner, method, key, known) =>
    `The schema of the action ${owner}.${method} has the key "${key}", but the method takes no such parameter from the payload (${known}): correct the name.`,
  AGGREGATE_NAME_INVALID: (owner, name) =>
    `${owner} sets the resource name "${name}": use lower-case letters, digits and underscores, a letter first.`,
  ANNOTATION_MISPLACED: (owner, member, mark, hint = '') =>
    `${owner}.${member} is marked ${mark} but is not a column, a @HasOne, a to-many association or an action: move the mark, or remove it.${hint}`,
  ARGUMENT_CLASS_UNMARKED: (type, taken) =>
    `The class ${type}, which ${taken}, has no field marked @Argument: mark the fields that a payload may have, or use a Joi schema in place of the class.`,
  ARGUMENT_FIELD_UNTYPED: (owner, field) =>
    `${owner}.${field} is marked @Argument, and its type is not in the decorator metadata (an array, a union such as "string | null", an interface, an entity, or a class that contains it): write the type out, or @Argument({ schema: Joi… }), and check that "emitDecoratorMetadata" is on.`,
  ARGUMENT_NOT_SETTABLE: (owner, field) =>
    `${owner}.${field} is marked @Argument, and is a getter without a setter: mark a field, or add the setter.`,
  ARGUMENT_ON_ENTITY: (owner, field) =>
    `${owner}.${field} is marked @Argument, which is for the fields of plain classes that are parameters of actions, and ${owner} is a domain class: remove the mark.`,
  ARGUMENT_SCHEMA_INVALID: (owner, field) =>
    `The schema of ${owner}.${field} is not a Joi schema: write one, as in @Argument({ schema: Joi.string() }).`,
  COLLECTION_NAME_RESTORES: (owner, property) =>
    `${owner}.${property} would be "restore" in paths, which is the path that restores the ${owner}, since the class is paranoid: rename the collection, or remove that path by delete: false.`,
  COLLECTION_TARGET_UNKNOWN: (owner, property, target) =>
    `${owner}.${property} refers to ${target}, which is not among the application's domain classes: add its folder to db.packagesToScan, or the class to the list of domain classes.`,
  COLLECTION_WITHOUT_ASSOCIATION: (owner, property, remedy, hint = '') =>
    `${owner}.${property} is marked @Collection but is not a to-many association: write ${remedy}, or remove the mark.${hint}`,
  COMPUTED_HAS_COLUMN: (owner, field) =>
    `${owner}.${field} is marked @Computed and is a column or an association already: remove the mark.`,
  COMPUTED_NO_GETTER: (owner, field) =>
    `${owner}.${field} is marked @Computed but has no getter: write "get ${field}()", or mark it @WriteOnly if it is only set.`,
  COMPUTED_SOURCE_UNKNOWN: (owner, field, source, known) =>
    `${owner}.${field} is computed from "${source}", which is not a column of ${owner}: name the columns that the getter reads. Known columns: ${known}.`,
  COMPUTED_UNTYPED: (owner, field) =>
    `${owner}.${field} is a field without a column, and its type is not known (a union such as "string | null", an array, an object): write @Computed({ type: String }), or another of Number, Boolean, Date, BigInt, DataType.DECIMAL(10, 2) and DataType.JSON, and check that "emitDecoratorMetadata" is on.`,
  DESCRIBED_TWICE: (owner) =>
    `${owner} is described by describeModel() twice: combine the two descriptions. (Only after a start, a new description replaces the former one.)`,
  DURATION_ON_KEY: (owner, field) =>
    `${owner}.${field} is marked @Duration but is a key, or set by the framework: put the mark on another column.`,
  DURATION_PARAMETER: (owner, method) =>
    `${owner}.${method} has @Duration on a parameter that cannot be a duration: put it on a parameter whose type is written out ("by: number"), in a method marked @Action, that is neither in the schema nor destructured.`,
  DURATION_TYPE: (owner, field) =>
    `${owner}.${field} is marked @Duration but does not hold whole numbers: declare it as DataType.INTEGER or DataType.BIGINT (a computed field or an argument as number), or remove the mark.`,
  DURATION_UNIT_UNKNOWN: (owner, field, unit) =>
    `${owner}.${field} is marked @Duration('${unit}'): write 'seconds' or 'milliseconds'.`,
  EMBED_UNREADABLE: (owner, property) =>
    `${owner}.${property} is marked embed: true, but it is hidden or has read: false: remove one of the marks.`,
  ENTITY_KEY_HIDDEN: (owner, field) =>
    `${owner}.${field} is marked @EntityKey and is hidden from responses, but it is part of every path: remove one of the marks.`,
  ENTITY_KEY_NOT_A_FIELD: (owner, field, hint = '') =>
    `${owner}.${field} is marked @EntityKey but has no database column: put the mark on a column.${hint}`,
  ENTITY_KEY_NOT_UNIQUE: (owner, field) =>
    `${owner}.${field} is marked @EntityKey but is not unique: add @Unique and @AllowNull(false) to it.`,
  ENTITY_KEY_TYPE: (owner, field, dataType) =>
    `${owner}.${field} is the key of ${owner} in paths, which a ${dataType} cannot be: mark a column with @EntityKey that is text, a whole number, DECIMAL, DATEONLY, TIME, ENUM or UUID.`,
  ENTITY_KEY_TWICE: (owner, fields) => `${owner} marks several fields as @EntityKey (${fields}): keep one.`,
  MARK_WITHOUT_COLUMN: (owner, field, mark, hint = '') =>
    `${owner}.${field} is marked ${mark} but has no database column: put the mark on a column.${hint}`,
  CONCURRENCY_UNKNOWN: (owner, use) => `${owner} sets concurrency: "${use}": write 'off', 'optional' or 'required'.`,
  IDEMPOTENCY_UNKNOWN: (owner, use) => `${owner} sets idempotency: "${use}": write 'off', 'optional' or 'required'.`,
  JOIN_FIELD_TAKEN: (join, field, wireName, target, collection) =>
    `${join}.${field} would be "${wireName}" in the elements of ${collection}, and ${target} has a member of that name: rename one of the two.`,
  INVARIANT_LOAD_UNKNOWN: (owner, method, path, known) =>
    `${owner}.${method} is an invariant that loads the unknown path "${path}" below ${owner}: correct it. Known paths: ${known}.`,
  INVARIANT_MESSAGE_EMPTY: (owner, method) =>
    `${owner}.${method} is marked @Invariant without a message: write the message that clients get when the invariant does not hold.`,
  INVARIANT_METHOD_MISSING: (owner, method) =>
    `${owner}.${method} is marked @Invariant but is not an instance method: put the mark on a method that is neither static nor an accessor.`,
  INVARIANT_NAME_INVALID: (owner, method, name) =>
    `${owner}.${method} is the invariant "${name}": use letters, digits, hyphens and underscores, a letter first.`,
  INVARIANT_NAME_TAKEN: (owner, name, first, second) =>
    `${owner} has the invariant "${name}" twice, ${first} and ${second}: rename one of the two.`,
  INVARIANT_NOT_ON_ROOT: (owner, method) =>
    `${owner}.${method} is marked @Invariant, but ${owner} is not an aggregate root: put the method on the root, and name the collection in "load".`,
  KEYLESS_ASSOCIATION: (owner, property, keyless) =>
    `${owner}.${property} is an association that needs a key of ${keyless}, which is marked keyed: false: remove the association, or give ${keyless} a primary key of one column and remove the mark.`,
  KEYLESS_CONTRADICTS: (owner, marks) =>
    `${owner} is marked keyed: false, so its rows are only listed and searched, and has ${marks}: remove that, or give ${owner} a primary key of one column and remove keyed: false.`,
  LARGE_KEY: (owner, field) =>
    `${owner}.${field} is a large value and cannot be a key: use another column as the key, or remove @Large.`,
  LARGE_MEDIA_TYPE: (owner, field, mediaType) =>
    `${owner}.${field} is marked @Large({ mediaType: '${mediaType}' }): write a media type without parameters, such as 'image/png', and no mediaTypeField beside it.`,
  LARGE_MEDIA_TYPE_FIELD: (owner, field, named) =>
    `${owner}.${field} is marked @Large({ mediaTypeField: '${named}' }): name another column of ${owner} that is text, is not a key, and is not set by the framework.`,
  LARGE_NAME_OF_ELEMENT: (owner, field, collection) =>
    `${owner}.${field} is a large value, and ${owner}.${collection} is a collection whose elements have routes of the same names: rename one of the two.`,
  LARGE_TYPE: (owner, field) =>
    `${owner}.${field} is marked @Large but holds neither text nor bytes: remove the mark, or make the column DataType.TEXT or DataType.BLOB.`,
  NOT_AN_AGGREGATE_ROOT: (name) =>
    `${name} is not an aggregate root: mark the class with @AggregateRoot, or describe it with root: true.`,
  NOT_SEALED: () => 'The registry is read before it is sealed: call seal() first.',
  NAMES_MINIFIED: (owner, evidence) =>
    `The class ${owner} looks renamed by a minifier, and so does ${evidence}: paths, payloads and documents would change with every build. ${RENAMING_REMEDY}, or give the names: ${GIVEN_CLASS_NAME}; ${GIVEN_PARAMETERS}.`,
  NO_AGGREGATE_ROOT: (classes) =>
    `None of the domain classes is an aggregate root (${classes}): mark the root of each aggregate with @AggregateRoot, or describe it with root: true, or check db.packagesToScan.`,
  ONE_NAME_TAKEN: (owner, property, other) =>
    `${owner}.${property} and ${owner}.${other} would have generated methods of the same names: rename one of the two.`,
  ONE_WITHOUT_ASSOCIATION: (owner, property, remedy, hint = '') =>
    `${owner}.${property} is marked @One but is not a @HasOne: write ${remedy}, or remove the mark.${hint}`,
  PRIMARY_KEY_COMPOSITE: (owner, fields) =>
    `${owner} has a primary key of several columns (${fields}), and a path names an entity by one value: mark ${owner} with @AggregateRoot({ keyed: false }), so that it is only listed and searched, or make it the join table of a @BelongsToMany, or give the table a key of one column by a migration, and make these columns unique together.`,
  PRIMARY_KEY_MISSING: (owner) =>
    `${owner} needs exactly one primary key: extend BaseDomain, or mark one column with @PrimaryKey. A view without a key is marked @AggregateRoot({ keyed: false }).`,
  PRIMARY_KEY_TWICE: (owner, field, key) =>
    `${owner}.${field} is marked @PrimaryKey, and ${key} is the primary key of ${owner} already (BaseDomain declares id): mark ${field} with @EntityKey, @Unique and @AllowNull(false) in place of @PrimaryKey to have it in paths.`,
  RENAMED_FROM_DATE: (owner, member, date) =>
    `${owner}.${member} is marked @RenamedFrom with the date "${date}": write a day as '2027-06-30'.`,
  RENAMED_FROM_MISPLACED: (owner, member) =>
    `${owner}.${member} is marked @RenamedFrom but is neither a column that clients know nor a collection: put the mark on a column that is neither hidden nor large, or on a collection.`,
  RENAMED_FROM_NAME: (owner, member, name) =>
    `${owner}.${member} is marked @RenamedFrom('${name}'): write the old name of the property, in letters, digits and underscores, a letter first.`,
  RENAMED_FROM_TAKEN: (owner, member, name, other) =>
    `${owner}.${member} is marked @RenamedFrom('${name}'), which is the name of ${owner}.${other}: rename one of the two, or remove the mark.`,
  REPLACE_EXCLUDED: (owner, property) =>
    `${owner}.${property} is marked replace: true, and create, update and delete are all set to false: remove one of the marks.`,
  RESOURCE_NAME_TAKEN: (name, first, second) =>
    `${first} and ${second} would both be the resource "${name}": set @AggregateRoot({ name: '…' }) on one of them.`,
  SEALED: (owner) =>
    `${owner} declares metadata after the registry was sealed: load all domain classes before the start.`,
  SEARCHABLE_ASSOCIATION: (owner, field) =>
    `${owner}.${field} is marked @Searchable but is an association: mark columns of the class that it refers to.`,
  SEARCHABLE_NOT_A_FIELD: (owner, field, hint = '') =>
    `${owner}.${field} is marked @Searchable but has no database column: put the mark on a column.${hint}`,
  SEARCHABLE_HIDDEN: (owner, field) =>
    `${owner}.${field} is marked @Searchable and is hidden from responses, so a search would reveal it: remove one of the marks.`,
  SEARCHABLE_FULL_TEXT: (owner, field, type) =>
    `${owner}.${field} is marked @Searchable({ fullText: true }) but holds ${type}, which cannot be searched for words: put the mark on a STRING or a TEXT, or leave out fullText.`,
  SEARCHABLE_TYPE: (owner, field, type) =>
    `${owner}.${field} is marked @Searchable but holds ${type}, which cannot be compared: remove the mark.`,
  WIRE_NAME_TAKEN: (owner, wireName, first, second) =>
    `${owner}.${first} and ${owner}.${second} would both be "${wireName}" in paths and payloads: rename one of the two.`,
});

/** All codes of {@link MetadataError}. */
export const METADATA_ERROR_CODES = codesOf(MESSAGES);

export type MetadataErrorCode = (typeof METADATA_ERROR_CODES)[number];

/** A mistake in a domain model; it stops the start. */
export class MetadataError extends CodedError<MetadataErrorCode> {
  override readonly name = 'MetadataError';

  constructor(code: MetadataErrorCode, ...facts: string[]) {
    super(MESSAGES, code, facts);
  }
}
