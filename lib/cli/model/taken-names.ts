import { FORBIDDEN_KEYS, snakeCase } from '../../naming';
import { BaseDomain } from '../../persistence';

/** Names that the generated modules import. */
const IMPORTED = [
  ...['AggregateRoot', 'BaseDomain', 'EntityId', 'EntityKey', 'Hidden', 'ReadOnly', 'Ref', 'Searchable'],
  ...['AllowNull', 'AutoIncrement', 'BelongsTo', 'BelongsToMany', 'Column', 'DataType', 'Default', 'ForeignKey'],
  ...['HasMany', 'HasOne', 'Index', 'Model', 'PrimaryKey', 'Table', 'Unique', 'WriteOnly'],
];

/** Names of JavaScript and Node.js, which the code that TypeScript emits for decorated classes uses. */
const GLOBAL = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'Boolean', 'Buffer', 'DataView', 'Date', 'Error'],
  ...['Function', 'Infinity', 'Intl', 'Iterator', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy'],
  ...['Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'WeakMap', 'WeakRef', 'WeakSet'],
];

const TAKEN = new Set([...IMPORTED, ...GLOBAL]);

/** Whether a generated class would hide a name that its module needs. */
export function isTakenName(className: string): boolean {
  return TAKEN.has(className);
}

/** The members of Sequelize's instances that are set when one is built. */
const INSTANCE_MEMBERS = new Set(['dataValues', 'isNewRecord', 'rawAttributes', 'uniqno']);

/** TypeScript takes the one for a modifier, and Sequelize the other for no name. */
const UNREADABLE = new Set(['declare', 'undefined']);

/**
 * Whether no field can have a name: a member of `BaseDomain` or of every object has it, no payload may, or it is
 * read as no name.
 */
export function isReservedMember(name: string): boolean {
  const isMember = name in BaseDomain.prototype || INSTANCE_MEMBERS.has(name);
  return isMember || FORBIDDEN_KEYS.has(snakeCase(name)) || UNREADABLE.has(name);
}
