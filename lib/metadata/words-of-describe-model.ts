import type { CodedError } from '../foundation';

/**
 * The words of an author who wrote `describeModel` and no decorator, for the messages of all rooms: options of the
 * description, and attributes of `Model.init`, in place of decorators.
 */

/** The options of `describeModel` by the decorator that they take the place of. */
const OPTIONS: Readonly<Record<string, string>> = {
  Action: 'actions',
  AggregateRoot: 'root',
  Collection: 'collections',
  EntityKey: 'key',
  Hidden: 'hidden',
  One: 'ones',
  ReadOnly: 'readOnly',
  Searchable: 'searchable',
  WriteOnly: 'writeOnly',
};

/** What a plain model has in place of a decorator of sequelize-typescript; `inner` is the argument of the decorator. */
const DEFINITIONS: Readonly<Record<string, (inner: string) => string>> = {
  AllowNull: (inner) => `allowNull: ${inner || 'true'}`,
  AutoIncrement: () => 'autoIncrement: true',
  BelongsTo: () => 'belongsTo',
  BelongsToMany: () => 'belongsToMany',
  Column: (inner) => (inner.startsWith('{') ? `${inner.slice(2, -2)} in the model` : `{ type: ${inner} }`),
  Default: () => 'defaultValue',
  ForeignKey: () => 'references, or by an association',
  HasMany: () => 'hasMany',
  HasOne: () => 'hasOne',
  Index: () => 'in "indexes" of the model',
  PrimaryKey: () => 'primaryKey: true',
  Table: (inner) => (inner === '' ? 'the options of the model' : `${inner.slice(2, -2)} in the options of the model`),
  Unique: () => 'unique: true',
};

/** Decorators of classes that no description is for: those of payloads, and of resources. */
const OF_OTHER_CLASSES = new Set(['Argument', 'Resource']);

/** Words around decorators, and the names of packages. */
const PHRASES: readonly (readonly [of: string, by: string])[] = [
  [
    'Mark its class, collection or action @Secure',
    'Give it @Secure in "decorators" or "memberDecorators" of describeModel',
  ],
  ['put the mark on', 'name'],
  ['move the mark', 'move it'],
  ['one of the two marks', 'one of the two'],
  ['one of the marks', 'one of the two'],
  ['extend BaseDomain, or mark one column with', 'give one column'],
  ['DataType.', 'DataTypes.'],
];

/** The verb of a fact, and that of an advice. */
const FACT = 'is marked ';
const ADVICE = 'mark it ';

/** Messages whose advice is another one, by the code of the error. */
const MESSAGES: Readonly<Record<string, (...facts: string[]) => string>> = {
  ACTION_NOT_ON_ROOT: (owner, method) =>
    `${owner}.${method} is listed in "actions" of describeModel(${owner}), but ${owner} is not an aggregate root: write root: true there, or move the method to the root and let it take the ${owner} as a parameter.`,
  ACTION_PARAMETERS_UNREADABLE: (owner, method) =>
    `"actions" of describeModel(${owner}) does not have one class for each parameter of ${method}, or these cannot be read from its source: write each parameter by name (no "..."), and list a class for each, as in ${method}: { parameters: [String, Date] }.`,
  ACTION_PARAMETER_UNTYPED: (owner, method, parameter) =>
    `${owner}.${method} takes ${parameter}, whose class is not known: list a class for each parameter in "actions" of describeModel(${owner}), as in ${method}: { parameters: [String, Date] }, or give the action a Joi schema for it.`,
  DURATION_PARAMETER: (owner, method) =>
    `${owner}.${method} has a Duration(…) on a parameter that cannot be a duration: it needs to be a Number in "parameters" of an action, and neither in the schema nor destructured.`,
  ENTITY_KEY_NOT_A_FIELD: (owner, field, hint = '') =>
    `${owner}.${field} is the "key" of describeModel(${owner}) but no column: name a field.${hint}`,
  ENTITY_KEY_TWICE: (owner, fields) => `${owner} has several keys (${fields}): keep one.`,
  ENTITY_KEY_TYPE: (owner, field, dataType) =>
    `${owner}.${field} is the key of ${owner} in paths, which a ${dataType} cannot be: name another column as "key" of describeModel(${owner}), that is text, a whole number, DECIMAL, DATEONLY, TIME, ENUM or UUID.`,
  NO_AGGREGATE_ROOT: (classes) =>
    `None of the domain classes is an aggregate root (${classes}): write root: true in describeModel for the root of each aggregate, or check db.packagesToScan.`,
  PRIMARY_KEY_MISSING: (owner) =>
    `${owner} needs exactly one primary key: give one column primaryKey: true. A view without a key has root: { keyed: false } in describeModel(${owner}).`,
  PRIMARY_KEY_TWICE: (owner, field, key) =>
    `${owner}.${field} has primaryKey: true, and ${key} is the primary key of ${owner} already: write unique: true and allowNull: false in its place, and key: '${field}' in describeModel(${owner}), to have it in paths.`,
  RESOURCE_NAME_TAKEN: (name, first, second) =>
    `${first} and ${second} would both be the resource "${name}": write root: { name: '…' } in describeModel of one of them.`,
};

/** The message of a mistake in a plain model, in the words of its author. */
export function wordsOfDescribeModel({ code, facts, message }: CodedError<string>, owner: string): string {
  return MESSAGES[code]?.(...facts) ?? inWordsOfDescribeModel(message, owner);
}

/** Any text in these words; `owner` is the class that is described. */
export function inWordsOfDescribeModel(message: string, owner: string): string {
  const reworded = PHRASES.reduce((text, [of, by]) => text.replaceAll(of, by), message);
  const [start = '', ...marks] = reworded.split('@');
  return marks.reduce((before, mark) => {
    const name = /^[A-Z][A-Za-z]*/.exec(mark)?.[0];
    if (name === undefined || OF_OTHER_CLASSES.has(name)) return `${before}@${mark}`;
    const inner = argumentIn(mark.slice(name.length));
    const after = mark.slice(name.length + (inner?.length ?? -2) + 2);
    const verb = [FACT, ADVICE].find((known) => before.endsWith(known));
    if (verb === undefined) return before + mentioned(name, inner, owner) + after;
    return before.slice(0, -verb.length) + declared(verb, name, inner, owner) + after;
  }, start);
}

/** The text between the brackets at the start; undefined without brackets. */
function argumentIn(text: string): string | undefined {
  if (!text.startsWith('(')) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(1, at);
  }
  return undefined;
}

/** `is listed in "searchable" of describeModel(Order)`, for "is marked @Searchable". */
function declared(verb: string, name: string, inner: string | undefined, owner: string): string {
  const option = OPTIONS[name];
  if (verb === ADVICE) return `list it in ${place(option ?? 'memberDecorators', owner)}`;
  if (option === 'key') return `is the ${place(option, owner)}`;
  if (option) return `is listed in ${place(option, owner)}${inner === undefined ? '' : ` as ${inner}`}`;
  const definition = DEFINITIONS[name];
  if (definition) return `has ${definition(inner ?? '')}`;
  return `has ${name}(${inner ?? '…'}) in ${place('memberDecorators', owner)}`;
}

/** `"searchable" of describeModel(Order)`, for "@Searchable" in any other place. */
function mentioned(name: string, inner: string | undefined, owner: string): string {
  const option = OPTIONS[name];
  if (option) return `${place(option, owner)}${inner === undefined ? '' : ` (${inner})`}`;
  return DEFINITIONS[name]?.(inner ?? '') ?? `${name}(${inner ?? '…'})`;
}

function place(option: string, owner: string): string {
  return `"${option}" of describeModel(${owner})`;
}
