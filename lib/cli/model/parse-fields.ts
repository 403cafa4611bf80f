import { camelCase, kebabCase, nearestFirst, snakeCase } from '../../naming';
import { stringLiteral } from '../templates/string-literal';
import type { Field, FieldType } from './field';
import { fieldType } from './field-types';
import { isReservedMember } from './taken-names';

const MARKS = ['searchable', 'required', 'unique', 'key', 'hidden', 'read-only', 'default=VALUE'];
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
/** The fields of {@link BaseDomain}. */
const BASE_FIELDS = ['id', 'createdAt', 'updatedAt', 'version'];

/**
 * Parses the value of `--fields`: `name:string(20):required:unique,price:decimal`. The default type is string.
 *
 * @throws Error that names the invalid field
 */
export function parseFields(text: string): readonly Field[] {
  const fields = split(text, ',').map((written) => parseField(written));
  const names = fields.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw new Error(`The field "${duplicate}" is declared twice: rename one of the two.`);
  return fields;
}

/** The domain name of a field or an association, in camelCase. */
export function memberName(written: string): string {
  if (!NAME.test(written))
    throw new Error(`"${written}" is not a field name: use letters and digits, as in unitPrice.`);
  const name = camelCase(snakeCase(written));
  if (BASE_FIELDS.includes(name) || isReservedMember(name))
    throw new Error(`The field name "${name}" is taken by BaseDomain: choose another name.`);
  return name;
}

function parseField(written: string): Field {
  const [name = '', type = '', ...marks] = split(written, ':');
  const field = memberName(name);
  return verified(withMarks(field, fieldType(type || 'string', field), marks));
}

function withMarks(name: string, type: FieldType, marks: readonly string[]): Field {
  const set = new Set(marks.map((mark) => kebabCase(mark.split('=', 1)[0] ?? '')));
  for (const mark of set) {
    if (!MARKS.some((known) => known.split('=', 1)[0] === mark)) throw new Error(unknownMark(mark, name));
  }
  const value = marks.find((mark) => mark.startsWith('default='))?.slice('default='.length);
  return {
    name,
    type,
    isSearchable: set.has('searchable'),
    isRequired: set.has('required') || set.has('key') || value !== undefined,
    isUnique: set.has('unique') || set.has('key'),
    isKey: set.has('key'),
    isHidden: set.has('hidden'),
    isReadOnly: set.has('read-only'),
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
  const isValid =
    type.member === 'boolean' ? /^(true|false)$/.test(value) : value !== '' && Number.isFinite(Number(value));
  if (!isValid) throw new Error(`The default "${value}" of "${name}" is not a valid ${type.name}.`);
  return value;
}

function unknownMark(mark: string, field: string): string {
  return `The field "${field}" has the unknown mark "${mark}". Known marks: ${nearestFirst(MARKS, mark).join(', ')}.`;
}

/** Splits a text at separators outside of parentheses; trims the parts and drops empty ones. */
function split(text: string, separator: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
