import { nearestFirst } from '../../naming';
import type { FieldType } from './field';

type MakeType = (options: readonly string[]) => Omit<FieldType, 'name'>;

const typed = (column: string, member: string): Omit<FieldType, 'name'> => ({ column, member });
const bare = (column: string, member: string): Omit<FieldType, 'name'> => ({ column, member, isBare: true });
const large = (column: string, member: string): Omit<FieldType, 'name'> => ({ column, member, isLarge: true });

/** The types of fields, by their name in `--fields`. */
const TYPES: Readonly<Record<string, MakeType>> = {
  string: ([length]) => typed(length ? `DataType.STRING(${length})` : 'DataType.STRING', 'string'),
  text: () => large('DataType.TEXT', 'string'),
  integer: () => bare('DataType.INTEGER', 'number'),
  bigint: () => bare('DataType.BIGINT', 'number | string'),
  decimal: ([digits = '10', scale = '2']) => ({
    ...typed(`DataType.DECIMAL(${Number(digits)}, ${Number(scale)})`, 'string'),
    digits: Number(digits),
  }),
  double: () => bare('DataType.DOUBLE', 'number'),
  boolean: () => bare('DataType.BOOLEAN', 'boolean'),
  date: () => typed('DataType.DATEONLY', 'string'),
  time: () => typed('DataType.TIME', 'string'),
  datetime: () => typed('DataType.DATE', 'Date'),
  instant: () => typed('DataType.DATE', 'Date'),
  uuid: () => typed('DataType.UUID', 'string'),
  json: () => large('DataType.JSON', 'unknown'),
};

/** The parameters in parentheses that a type takes. */
const PARAMETERS: ReadonlyMap<string, { readonly max: number; readonly pattern: RegExp; readonly example: string }> =
  new Map([
    ['string', { max: 1, pattern: /^[1-9]\d{0,4}$/, example: 'string(20)' }],
    ['decimal', { max: 2, pattern: /^\d{1,2}$/, example: 'decimal(10,2)' }],
  ]);

/** Of MariaDB and MySQL. */
const MAX_DIGITS = 65;
const MAX_SCALE = 30;

const ENUM_VALUE = /^[\w-]+$/;

/** @throws Error for an unknown type, or for parameters that the type does not take */
export function fieldType(written: string, field: string): FieldType {
  const [name = '', list] = written.replace(/\)$/, '').split('(', 2);
  if (name === 'enum') return enumType(field, list);
  const make = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (!make) throw new Error(unknownType(name, field));
  const options = list === undefined ? [] : list.split(',').map((option) => option.trim());
  const parameters = PARAMETERS.get(name);
  if (options.length > (parameters?.max ?? 0) || !options.every((option) => parameters?.pattern.test(option)))
    throw new Error(`The field "${field}" has the invalid type "${written}": write ${parameters?.example ?? name}.`);
  if (name === 'decimal') verifyDigits(field, written, options);
  return { name, ...make(options) };
}

function verifyDigits(field: string, written: string, [digits = '10', scale = '2']: readonly string[]): void {
  const [all, decimals] = [Number(digits), Number(scale)];
  if (all >= 1 && all <= MAX_DIGITS && decimals <= Math.min(all, MAX_SCALE)) return;
  throw new Error(
    `The field "${field}" has the invalid type "${written}": a decimal has 1 to ${MAX_DIGITS} digits, of which ${MAX_SCALE} at most follow the point, as in decimal(10,2).`,
  );
}

function enumType(field: string, list = ''): FieldType {
  const values = list.split('|').map((value) => value.trim());
  if (!values.every((value) => ENUM_VALUE.test(value)) || new Set(values).size < values.length)
    throw new Error(
      `The enum "${field}" needs distinct values of letters, digits, "-" and "_", as in enum(open|closed).`,
    );
  const quoted = values.map((value) => `'${value}'`);
  return { name: 'enum', column: `DataType.ENUM(${quoted.join(', ')})`, member: quoted.join(' | '), values };
}

function unknownType(name: string, field: string): string {
  const known = nearestFirst([...Object.keys(TYPES), 'enum(a|b)'], name);
  return `The field "${field}" has the unknown type "${name}". Known types: ${known.join(', ')}.`;
}
