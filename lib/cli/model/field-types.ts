import { nearestFirst } from '../../naming';
import type { FieldType } from './field';

type MakeType = (options: readonly string[]) => Omit<FieldType, 'name'>;

const typed = (column: string, member: string): Omit<FieldType, 'name'> => ({ column, member });
const bare = (column: string, member: string): Omit<FieldType, 'name'> => ({ column, member, isBare: true });
const large = (column: string, member: string): Omit<FieldType, 'name'> => ({ column, member, isLarge: true });

/** The types that a field may have, by the name that the command takes. */
const TYPES: Readonly<Record<string, MakeType>> = {
  string: ([length]) => typed(length ? `DataType.STRING(${length})` : 'DataType.STRING', 'string'),
  text: () => large('DataType.TEXT', 'string'),
  integer: () => bare('DataType.INTEGER', 'number'),
  bigint: () => bare('DataType.BIGINT', 'number | string'),
  decimal: ([digits = '10', scale = '2']) => typed(`DataType.DECIMAL(${digits}, ${scale})`, 'string'),
  double: () => bare('DataType.DOUBLE', 'number'),
  boolean: () => bare('DataType.BOOLEAN', 'boolean'),
  date: () => typed('DataType.DATEONLY', 'string'),
  time: () => typed('DataType.TIME', 'string'),
  datetime: () => typed('DataType.DATE', 'Date'),
  instant: () => typed('DataType.DATE', 'Date'),
  uuid: () => typed('DataType.UUID', 'string'),
  json: () => large('DataType.JSON', 'unknown'),
};

/** Types that take something in parentheses, and how much of it. */
const OPTIONS: ReadonlyMap<string, { readonly most: number; readonly pattern: RegExp; readonly example: string }> =
  new Map([
    ['string', { most: 1, pattern: /^[1-9]\d{0,4}$/, example: 'string(20)' }],
    ['decimal', { most: 2, pattern: /^\d{1,2}$/, example: 'decimal(10,2)' }],
  ]);

const ENUM_VALUE = /^[\w-]+$/;

/** @throws Error for a type that is unknown, or that takes nothing, or something else, in parentheses */
export function fieldType(written: string, field: string): FieldType {
  const [name = '', given] = written.replace(/\)$/, '').split('(', 2);
  if (name === 'enum') return enumType(field, given);
  const make = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (!make) throw new Error(unknownType(name, field));
  const options = given === undefined ? [] : given.split(',').map((one) => one.trim());
  const taken = OPTIONS.get(name);
  if (options.length > (taken?.most ?? 0) || !options.every((one) => taken?.pattern.test(one)))
    throw new Error(`The type "${written}" of the field "${field}" is wrong: write ${taken?.example ?? name}.`);
  return { name, ...make(options) };
}

function enumType(field: string, given = ''): FieldType {
  const values = given.split('|').map((one) => one.trim());
  if (!values.every((one) => ENUM_VALUE.test(one)) || new Set(values).size < values.length)
    throw new Error(`The enum "${field}" needs different values of letters, digits, "-" and "_": enum(open|closed).`);
  const quoted = values.map((value) => `'${value}'`);
  return { name: 'enum', column: `DataType.ENUM(${quoted.join(', ')})`, member: quoted.join(' | '), values };
}

function unknownType(name: string, field: string): string {
  const known = nearestFirst([...Object.keys(TYPES), 'enum(a|b)'], name);
  return `The field "${field}" has the unknown type "${name}". Known types: ${known.join(', ')}.`;
}
