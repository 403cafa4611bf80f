import type { FieldType } from '../../values';

/**
 * The members of a Sequelize data type that determine the values of a column.
 *
 * `options` are those of the declaration; the types of SQLite have no `_unsigned`, and TEXT no `_length`.
 */
export interface ColumnType {
  readonly key: string;
  readonly options?: {
    readonly length?: number | string;
    readonly decimals?: number;
    /** The precision of the column of a DATE, if it is finer. */
    readonly stored?: number;
    readonly binary?: boolean;
    readonly unsigned?: boolean;
  };
  readonly values?: readonly string[];
  readonly _length?: number | string;
  readonly _precision?: number;
  readonly _scale?: number;
}

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

/** The field type of a Sequelize type, with the limits of MariaDB and MySQL, which apply on SQLite too. */
export function fieldTypeOf(type: ColumnType | string): FieldType {
  // A type in the SQL of one database, such as @Column('VARCHAR(10)').
  if (typeof type === 'string') return { kind: 'opaque', name: type };
  const bits = INTEGER_BITS[type.key];
  if (bits !== undefined) return { kind: 'integer', ...integerRange(bits, isUnsigned(type)) };
  return (FIELD_TYPES[type.key] ?? opaque)(type);
}

const FIELD_TYPES: Readonly<Record<string, (type: ColumnType) => FieldType>> = {
  STRING: text,
  CHAR: (type) => ({ ...text(type), isPadded: true }),
  TEXT: ({ options }) => ({ kind: 'text', maxBytes: lengthBytes(options) }),
  BLOB: ({ options }) => ({ kind: 'bytes', maxBytes: lengthBytes(options) }),
  DECIMAL: (type) => ({
    kind: 'decimal',
    precision: Number(type._precision ?? 10),
    scale: Number(type._scale ?? 0),
    isUnsigned: isUnsigned(type),
  }),
  FLOAT: (type) => ({ kind: 'float', isSingle: isSingle(type), isUnsigned: isUnsigned(type) }),
  REAL: (type) => ({ kind: 'float', isSingle: false, isUnsigned: isUnsigned(type) }),
  'DOUBLE PRECISION': (type) => ({ kind: 'float', isSingle: false, isUnsigned: isUnsigned(type) }),
  BOOLEAN: () => ({ kind: 'boolean' }),
  DATE: datetime,
  DATEONLY: () => ({ kind: 'date' }),
  TIME: () => ({ kind: 'time' }),
  ENUM: ({ values = [] }) => ({ kind: 'enum', values }),
  UUID: () => ({ kind: 'uuid' }),
  JSON: () => ({ kind: 'json' }),
};

function text({ options = {}, _length }: ColumnType): FieldType {
  const maxLength = Number(options.length ?? _length ?? 255);
  return options.binary ? { kind: 'opaque', name: 'BINARY', maxCharacters: maxLength } : { kind: 'string', maxLength };
}

function datetime({ _length, options }: ColumnType): FieldType {
  const precision = Number(_length || 0);
  return { kind: 'datetime', precision, ...(Number(options?.stored ?? 0) > precision ? { isFiner: true } : {}) };
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
