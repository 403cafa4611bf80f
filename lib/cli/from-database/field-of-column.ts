import type { ColumnShape, Dialect } from '../../persistence';
import { stringLiteral } from '../templates/string-literal';

/** The types of a field, as code. */
export interface FieldCode {
  /** The Sequelize type: `STRING(20)`. */
  readonly dataType: string;
  /** The TypeScript type: `string`. */
  readonly type: string;
}

const INTEGERS: Readonly<Record<string, string>> = {
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  MEDIUMINT: 'MEDIUMINT',
  INT: 'INTEGER',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
};

const TEXTS: Readonly<Record<string, string>> = {
  TINYTEXT: "TEXT('tiny')",
  TEXT: 'TEXT',
  CLOB: 'TEXT',
  MEDIUMTEXT: "TEXT('medium')",
  LONGTEXT: "TEXT('long')",
};

const BYTES: Readonly<Record<string, string>> = {
  TINYBLOB: "BLOB('tiny')",
  BLOB: 'BLOB',
  MEDIUMBLOB: "BLOB('medium')",
  LONGBLOB: "BLOB('long')",
};

const PLAIN: Readonly<Record<string, FieldCode>> = {
  BOOLEAN: { dataType: 'BOOLEAN', type: 'boolean' },
  BOOL: { dataType: 'BOOLEAN', type: 'boolean' },
  DOUBLE: { dataType: 'DOUBLE', type: 'number' },
  'DOUBLE PRECISION': { dataType: 'DOUBLE', type: 'number' },
  REAL: { dataType: 'DOUBLE', type: 'number' },
  FLOAT: { dataType: 'FLOAT', type: 'number' },
  DATE: { dataType: 'DATEONLY', type: 'string' },
  TIME: { dataType: 'TIME', type: 'string' },
  JSON: { dataType: 'JSON', type: 'unknown' },
  UUID: { dataType: 'UUID', type: 'string' },
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
const TEXT_LITERAL = /^'(?:[^']|'')*'$/;

/** The type of a column's field; undefined for unsupported column types. */
export function fieldCodeOf(column: ColumnShape, { values }: Dialect): FieldCode | undefined {
  const [, word = '', numbers] = /^([A-Za-z][A-Za-z0-9 ]{0,40})(?:\((.*)\))?/s.exec(column.type) ?? [];
  const bare = typeNameOf(word, values);
  if (bare === 'ENUM') return enumOf(numbers ?? '');
  if (bare === 'TINYINT' && numbers === '1') return PLAIN.BOOLEAN;
  const integer = INTEGERS[bare];
  if (integer !== undefined) {
    const isUnsigned = values.hasTypeOptions && /UNSIGNED/i.test(column.type);
    return { dataType: `${integer}${isUnsigned ? '.UNSIGNED' : ''}`, type: 'number' };
  }
  if (bare === 'DECIMAL' || bare === 'NUMERIC') return decimalOf(numbers, values);
  if (bare === 'VARCHAR' || bare === 'CHAR') return textOf(bare, numbers);
  if (TEXTS[bare]) return { dataType: TEXTS[bare], type: 'string' };
  if (BYTES[bare]) return { dataType: BYTES[bare], type: 'Buffer' };
  if (bare === 'DATETIME' || bare === 'TIMESTAMP')
    return {
      dataType: values.storesDatesAsText && numbers === undefined ? 'DATE' : `DATE(${numbers ?? 0})`,
      type: 'Date',
    };
  if (values.acceptsAnyType && PLAIN[bare]?.type === 'number') return PLAIN[bare];
  return numbers === undefined ? PLAIN[bare] : undefined;
}

function typeNameOf(word: string, { acceptsAnyType }: Dialect['values']): string {
  const name = word
    .trim()
    .toUpperCase()
    .replace(/ {2,40}/g, ' ')
    .replace(/ UNSIGNED$/, '');
  return (acceptsAnyType ? OTHER_NAMES[name] : undefined) ?? name;
}

/** The values keep their backslashes, which MariaDB writes as TypeScript does. */
function enumOf(list: string): FieldCode {
  const values = (list.match(TEXT_LITERALS) ?? []).map((value) => `'${value.slice(1, -1).replaceAll("''", "\\'")}'`);
  return { dataType: `ENUM(${values.join(', ')})`, type: values.join(' | ') };
}

/** Without digits, a column that accepts any type holds doubles, which are rounded to no scale. */
function decimalOf(
  numbers: string | undefined,
  { acceptsAnyType, exactDigits }: Dialect['values'],
): FieldCode | undefined {
  if (acceptsAnyType && numbers === undefined) return PLAIN.DOUBLE;
  const [digits = 10, scale = 0] = (numbers ?? '').split(',').filter(Boolean).map(Number);
  if (exactDigits !== undefined && digits > exactDigits) return undefined;
  return { dataType: `DECIMAL(${digits}, ${scale})`, type: 'string' };
}

function textOf(name: string, length: string | undefined): FieldCode {
  if (length === undefined) return { dataType: name === 'CHAR' ? 'CHAR(1)' : 'TEXT', type: 'string' };
  return { dataType: `${name === 'CHAR' ? 'CHAR' : 'STRING'}(${length})`, type: 'string' };
}

/** The argument of `@Default`; undefined for no default, or one that only the database can compute. */
export function defaultCodeOf(column: ColumnShape, { type }: FieldCode): string | undefined {
  const text = column.default?.trim();
  if (text === undefined || /^null$/i.test(text)) return undefined;
  if (type === 'Date') return /^(?:current_timestamp|now)/i.test(text) ? 'DataType.NOW' : undefined;
  const isText = TEXT_LITERAL.test(text);
  const value = isText ? text.slice(1, -1).replaceAll("''", "'") : text;
  if (type === 'unknown') return isText ? jsonOf(value) : undefined;
  if (type === 'boolean') return BOOLEANS[value.toLowerCase()];
  if (type === 'number') return Number.isNaN(Number(value)) ? undefined : String(Number(value));
  const isLiteral = isText || (type === 'string' && !Number.isNaN(Number(text)));
  return isLiteral && type !== 'Buffer' ? stringLiteral(value) : undefined;
}

const BOOLEANS: Readonly<Record<string, string>> = { 1: 'true', true: 'true', 0: 'false', false: 'false' };

function jsonOf(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
