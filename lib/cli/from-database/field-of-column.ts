import type { ColumnShape, Dialect } from '../../persistence';
import type { FieldCode } from './field-code';
import { floatOf, integerOf } from './number-fields';
import { bitsOf, bytesOf, setOf, YEAR } from './sql-fields';

const text = (dataType: string, maxBytes: number): FieldCode => ({
  dataType: `DataType.${dataType}`,
  type: 'string',
  holds: { kind: 'text', maxBytes },
});

const TEXT = text('TEXT', 65_535);

const TEXTS: Readonly<Record<string, FieldCode>> = {
  TINYTEXT: text("TEXT('tiny')", 255),
  TEXT,
  CLOB: TEXT,
  MEDIUMTEXT: text("TEXT('medium')", 16_777_215),
  LONGTEXT: text("TEXT('long')", 4_294_967_295),
};

const blob = (dataType: string, maxBytes: number): FieldCode => ({
  dataType: `DataType.${dataType}`,
  type: 'Buffer',
  holds: { kind: 'bytes', maxBytes },
});

const BYTES: Readonly<Record<string, FieldCode>> = {
  TINYBLOB: blob("BLOB('tiny')", 255),
  BLOB: blob('BLOB', 65_535),
  MEDIUMBLOB: blob("BLOB('medium')", 16_777_215),
  LONGBLOB: blob("BLOB('long')", 4_294_967_295),
};

const BOOLEAN: FieldCode = { dataType: 'DataType.BOOLEAN', type: 'boolean', holds: { kind: 'boolean' } };

const PLAIN: Readonly<Record<string, FieldCode>> = {
  BOOLEAN,
  BOOL: BOOLEAN,
  DATE: { dataType: 'DataType.DATEONLY', type: 'string', holds: { kind: 'date' } },
  TIME: { dataType: 'DataType.TIME', type: 'string', holds: { kind: 'time' } },
  JSON: { dataType: 'DataType.JSON', type: 'unknown', holds: { kind: 'json' } },
  UUID: { dataType: 'DataType.UUID', type: 'string', holds: { kind: 'uuid' } },
};

/** Other names that tables give to types, if the database accepts any. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  INT2: 'SMALLINT',
  INT4: 'INTEGER',
  INT8: 'BIGINT',
  'BIG INT': 'BIGINT',
  'UNSIGNED BIG INT': 'BIGINT',
  CHARACTER: 'CHAR',
  NCHAR: 'CHAR',
  'NATIVE CHARACTER': 'CHAR',
  'CHARACTER VARYING': 'VARCHAR',
  'VARYING CHARACTER': 'VARCHAR',
  NVARCHAR: 'VARCHAR',
  VARCHAR2: 'VARCHAR',
  NVARCHAR2: 'VARCHAR',
  NTEXT: 'TEXT',
  NCLOB: 'TEXT',
  FLOAT: 'DOUBLE',
  FLOAT4: 'DOUBLE',
  FLOAT8: 'DOUBLE',
};

/** The end is optional, so that a match takes linear time. */
const TEXT_LITERALS = /'(?:[^']|'')*'?/g;

/** The type of a column's field; undefined for unsupported column types. */
export function fieldCodeOf(column: ColumnShape, { values }: Dialect): FieldCode | undefined {
  const [, word = '', numbers] = /^([A-Za-z][A-Za-z0-9 ]{0,40})(?:\((.*)\))?/s.exec(column.type) ?? [];
  const bare = typeNameOf(word, values);
  if (bare === 'ENUM') return enumOf(numbers ?? '');
  if (bare === 'SET') return setOf(numbers ?? '');
  if (bare === 'TINYINT' && numbers === '1') return BOOLEAN;
  const number = integerOf(bare, column.type, values) ?? floatOf(bare, numbers, column.type, values);
  if (number) return number;
  if (bare === 'DECIMAL' || bare === 'NUMERIC') return decimalOf(numbers, column.type, values);
  if (bare === 'VARCHAR' || bare === 'CHAR') return textOf(bare, numbers);
  if (bare === 'DATETIME' || bare === 'TIMESTAMP') return datetimeOf(numbers, values);
  if (bare === 'YEAR') return YEAR;
  if (bare === 'BIT') return bitsOf(numbers);
  if (bare === 'BINARY' || bare === 'VARBINARY') return bytesOf(bare, numbers);
  return TEXTS[bare] ?? BYTES[bare] ?? (numbers === undefined ? PLAIN[bare] : undefined);
}

function typeNameOf(word: string, { acceptsAnyType }: Dialect['values']): string {
  const name = word
    .trim()
    .toUpperCase()
    .replace(/ {2,40}/g, ' ')
    .replace(/ UNSIGNED$/, '');
  const known = (acceptsAnyType ? OTHER_NAMES[name] : undefined) ?? name;
  return Object.hasOwn(Object.prototype, known) ? '' : known;
}

/** The values keep their backslashes, which MariaDB writes as TypeScript does. */
function enumOf(list: string): FieldCode {
  const values = (list.match(TEXT_LITERALS) ?? []).map((value) => value.slice(1, -1).replaceAll("''", "'"));
  const codes = values.map((value) => `'${value.replaceAll("'", "\\'")}'`);
  return { dataType: `DataType.ENUM(${codes.join(', ')})`, type: codes.join(' | '), holds: { kind: 'enum', values } };
}

/** Without digits, a column that accepts any type holds doubles, which are rounded to no scale. */
function decimalOf(numbers: string | undefined, type: string, values: Dialect['values']): FieldCode | undefined {
  if (values.acceptsAnyType && numbers === undefined) return floatOf('DOUBLE', numbers, type, values);
  const [precision = 10, scale = 0] = (numbers ?? '').split(',').filter(Boolean).map(Number);
  if (values.exactDigits !== undefined && precision > values.exactDigits) return undefined;
  const dataType = `DataType.DECIMAL(${precision}, ${scale})`;
  return { dataType, type: 'string', holds: { kind: 'decimal', precision, scale, isUnsigned: false } };
}

function textOf(name: string, length: string | undefined): FieldCode {
  const isPadded = name === 'CHAR';
  if (length === undefined && !isPadded) return TEXT;
  const maxLength = Number(length ?? 1);
  const dataType = `DataType.${isPadded ? 'CHAR' : 'STRING'}(${maxLength})`;
  return { dataType, type: 'string', holds: { kind: 'string', maxLength, isPadded } };
}

function datetimeOf(numbers: string | undefined, { storesDatesAsText }: Dialect['values']): FieldCode {
  const isBare = storesDatesAsText && numbers === undefined;
  const dataType = isBare ? 'DataType.DATE' : `DataType.DATE(${numbers ?? 0})`;
  return { dataType, type: 'Date', holds: { kind: 'datetime', precision: Number(numbers ?? 0) } };
}
