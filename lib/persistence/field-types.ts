import type { FieldType } from '../metadata';

/** The parts of a Sequelize data type that say what its column can hold. */
export interface ColumnType {
  readonly key: string;
  readonly options?: { readonly length?: number | string; readonly binary?: boolean };
  readonly values?: readonly string[];
  readonly _length?: number | string;
  readonly _precision?: number;
  readonly _scale?: number;
  readonly _unsigned?: boolean;
}

const INTEGER_BITS: Readonly<Record<string, bigint>> = {
  TINYINT: 8n,
  SMALLINT: 16n,
  MEDIUMINT: 24n,
  INTEGER: 32n,
  BIGINT: 64n,
};

const TEXT_BYTES: Readonly<Record<string, number>> = {
  tiny: 255,
  '': 65_535,
  medium: 16_777_215,
  long: 4_294_967_295,
};

/** What a column of that Sequelize type can hold on MariaDB/MySQL, which holds on SQLite alike. */
export function fieldTypeOf(type: ColumnType): FieldType {
  const bits = INTEGER_BITS[type.key];
  if (bits !== undefined) return { kind: 'integer', ...integerRange(bits, type._unsigned === true) };
  return (FIELD_TYPES[type.key] ?? opaque)(type);
}

const FIELD_TYPES: Readonly<Record<string, (type: ColumnType) => FieldType>> = {
  STRING: text,
  CHAR: text,
  TEXT: ({ _length = '' }) => ({ kind: 'text', maxBytes: TEXT_BYTES[String(_length).toLowerCase()] ?? 65_535 }),
  DECIMAL: ({ _precision, _scale, _unsigned }) => ({
    kind: 'decimal',
    precision: Number(_precision ?? 10),
    scale: Number(_scale ?? 0),
    isUnsigned: _unsigned === true,
  }),
  FLOAT: ({ _unsigned }) => ({ kind: 'float', isSingle: true, isUnsigned: _unsigned === true }),
  REAL: ({ _unsigned }) => ({ kind: 'float', isSingle: false, isUnsigned: _unsigned === true }),
  'DOUBLE PRECISION': ({ _unsigned }) => ({ kind: 'float', isSingle: false, isUnsigned: _unsigned === true }),
  BOOLEAN: () => ({ kind: 'boolean' }),
  DATE: ({ _length }) => ({ kind: 'datetime', precision: Number(_length || 0) }),
  DATEONLY: () => ({ kind: 'date' }),
  TIME: () => ({ kind: 'time' }),
  ENUM: ({ values = [] }) => ({ kind: 'enum', values }),
  UUID: () => ({ kind: 'uuid' }),
  JSON: () => ({ kind: 'json' }),
};

function text({ options = {}, _length }: ColumnType): FieldType {
  const maxLength = Number(options.length ?? _length ?? 255);
  return options.binary ? { kind: 'opaque', name: 'BINARY' } : { kind: 'string', maxLength };
}

function opaque({ key }: ColumnType): FieldType {
  return { kind: 'opaque', name: key };
}

function integerRange(bits: bigint, isUnsigned: boolean): { min: bigint; max: bigint } {
  return isUnsigned ? { min: 0n, max: 2n ** bits - 1n } : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n };
}
