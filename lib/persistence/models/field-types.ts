import type { ModelAttributeColumnOptions } from 'sequelize';
import type { FieldType } from '../../values';
import { type ColumnType, columnTypeOf, decimalsOf, lengthOf } from '../sequelize/data-types';
import { fieldTypeOfSql } from './sql-types';

const INTEGER_BITS: Readonly<Record<string, bigint>> = {
  TINYINT: 8n,
  SMALLINT: 16n,
  MEDIUMINT: 24n,
  INTEGER: 32n,
  BIGINT: 64n,
};

/** The sizes of TEXT and BLOB. */
const LENGTH_BYTES: Readonly<Record<string, number>> = {
  tiny: 255,
  '': 65_535,
  medium: 16_777_215,
  long: 4_294_967_295,
};

/** {@link fieldTypeOf} of the type of a column. */
export function fieldTypeOfColumn(column: Pick<ModelAttributeColumnOptions, 'type'>): FieldType {
  return fieldTypeOf(columnTypeOf(column));
}

/** The field type of a Sequelize type, with the limits of MariaDB and MySQL, which apply on SQLite too. */
export function fieldTypeOf(type: ColumnType | string): FieldType {
  // A type as SQL, such as @Column('YEAR').
  if (typeof type === 'string') return fieldTypeOfSql(type) ?? { kind: 'opaque', name: type };
  const bits = INTEGER_BITS[type.key];
  if (bits !== undefined) return { kind: 'integer', ...integerRange(bits, isUnsigned(type)) };
  return (FIELD_TYPES[type.key] ?? opaque)(type);
}

const FIELD_TYPES: Readonly<Record<string, (type: ColumnType) => FieldType>> = {
  STRING: text,
  CHAR: (type) => ({ ...text(type), isPadded: true }),
  TEXT: ({ options }) => ({ kind: 'text', maxBytes: lengthBytes(options) }),
  BLOB: ({ options }) => ({ kind: 'bytes', maxBytes: lengthBytes(options) }),
  DECIMAL: (type) => {
    const { precision = 10, scale = 0 } = decimalsOf(type);
    return { kind: 'decimal', precision: Number(precision), scale: Number(scale), isUnsigned: isUnsigned(type) };
  },
  FLOAT: (type) => float(type, isSingle(type)),
  REAL: (type) => float(type, false),
  'DOUBLE PRECISION': (type) => float(type, false),
  BOOLEAN: () => ({ kind: 'boolean' }),
  DATE: datetime,
  DATEONLY: () => ({ kind: 'date' }),
  TIME: () => ({ kind: 'time' }),
  ENUM: ({ values = [] }) => ({ kind: 'enum', values }),
  SET: ({ values = [] }) => ({ kind: 'set', values }),
  UUID: () => ({ kind: 'uuid' }),
  JSON: () => ({ kind: 'json' }),
};

function text(type: ColumnType): FieldType {
  const { options = {} } = type;
  const maxLength = Number(options.length ?? lengthOf(type) ?? 255);
  return options.binary ? { kind: 'opaque', name: 'BINARY', maxCharacters: maxLength } : { kind: 'string', maxLength };
}

function float(type: ColumnType, single: boolean): FieldType {
  const { length, decimals } = type.options ?? {};
  const rounding = decimals === undefined ? {} : { precision: Number(length), scale: Number(decimals) };
  return { kind: 'float', isSingle: single, isUnsigned: isUnsigned(type), ...rounding };
}

function datetime(type: ColumnType): FieldType {
  const precision = Number(lengthOf(type) || 0);
  return { kind: 'datetime', precision, ...(Number(type.options?.stored ?? 0) > precision ? { isFiner: true } : {}) };
}

/** On MariaDB and MySQL, FLOAT(25) and above is a double. */
function isSingle({ options }: ColumnType): boolean {
  return options?.decimals !== undefined || Number(options?.length ?? 0) <= 24;
}

function lengthBytes(options: ColumnType['options']): number {
  return LENGTH_BYTES[String(options?.length ?? '').toLowerCase()] ?? 65_535;
}

function isUnsigned({ options }: ColumnType): boolean {
  return options?.unsigned === true;
}

function opaque({ key }: ColumnType): FieldType {
  return { kind: 'opaque', name: key };
}

function integerRange(bits: bigint, unsigned: boolean): { min: bigint; max: bigint } {
  return unsigned ? { min: 0n, max: 2n ** bits - 1n } : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n };
}
