import { camelCase, kebabCase, nearestFirst, snakeCase } from '../../naming';
import { BaseDomain } from '../../persistence';
import { stringLiteral } from '../templates/string-literal';
import type { Field, FieldType } from './field';
import { fieldType } from './field-types';

const FLAGS = ['searchable', 'required', 'unique', 'key', 'hidden', 'read-only', 'default=VALUE'];
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
/** What {@link BaseDomain} brings along, beside its methods. */
const OF_EVERY_ENTITY = ['id', 'createdAt', 'updatedAt', 'version', 'constructor'];

/**
 * Reads fields as the command takes them: `name:string(20):required:unique,price:decimal`. A name alone is a string.
 *
 * @throws Error that names the field, and what it may be
 */
export function parseFields(text: string): readonly Field[] {
  const fields = partsOf(text, ',').map((written) => fieldOf(written));
  const names = fields.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw new Error(`The field "${duplicate}" is declared twice: rename one of the two.`);
  return fields;
}

/** The domain name of a field or an association: `customer_email` and `customerEmail` are the same. */
export function memberName(written: string): string {
  if (!NAME.test(written))
    throw new Error(`"${written}" is not a field name: use letters and digits, as in unitPrice.`);
  const name = camelCase(snakeCase(written));
  if (OF_EVERY_ENTITY.includes(name) || name in BaseDomain.prototype)
    throw new Error(`The field name "${name}" is taken by BaseDomain: choose another name.`);
  return name;
}

function fieldOf(written: string): Field {
  const [name = '', type = '', ...flags] = partsOf(written, ':');
  const field = memberName(name);
  return verified(flagged(field, fieldType(type || 'string', field), flags));
}

function flagged(name: string, type: FieldType, flags: readonly string[]): Field {
  const given = new Set(flags.map((flag) => kebabCase(flag.split('=', 1)[0] ?? '')));
  for (const flag of given) {
    if (!FLAGS.some((known) => known.split('=', 1)[0] === flag)) throw new Error(unknownFlag(flag, name));
  }
  const value = flags.find((flag) => flag.startsWith('default='))?.slice('default='.length);
  return {
    name,
    type,
    isSearchable: given.has('searchable'),
    isRequired: given.has('required') || given.has('key') || value !== undefined,
    isUnique: given.has('unique') || given.has('key'),
    isKey: given.has('key'),
    isHidden: given.has('hidden'),
    isReadOnly: given.has('read-only'),
    ...(value !== undefined && { default: defaultCode(name, type, value) }),
  };
}

function verified(field: Field): Field {
  const { name, type, isRequired, isHidden, isReadOnly } = field;
  if (type.isLarge && (field.isUnique || field.isSearchable))
    throw new Error(
      `The field "${name}" is ${type.name}, which can be neither searchable nor unique: make it a string.`,
    );
  if (isRequired && (isHidden || isReadOnly) && field.default === undefined)
    throw new Error(
      `The field "${name}" is required, but no request can set it: add a default, as in ${name}:…:default=VALUE.`,
    );
  return field;
}

function defaultCode(name: string, type: FieldType, value: string): string {
  if (type.isLarge) throw new Error(`The field "${name}" is ${type.name}, which cannot have a default.`);
  if (type.values && !type.values.includes(value))
    throw new Error(`The default of "${name}" must be one of its values: ${type.values.join(', ')}.`);
  if (!type.isBare) return stringLiteral(value);
  const isGood =
    type.member === 'boolean' ? /^(true|false)$/.test(value) : value !== '' && Number.isFinite(Number(value));
  if (!isGood) throw new Error(`The default "${value}" of "${name}" is not a valid ${type.name}.`);
  return value;
}

function unknownFlag(flag: string, field: string): string {
  return `The field "${field}" has the unknown mark "${flag}". Known marks: ${nearestFirst(FLAGS, flag).join(', ')}.`;
}

/** The parts of a text between separators that stand outside of parentheses, trimmed; empty ones are left out. */
function partsOf(text: string, separator: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
