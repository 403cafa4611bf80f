import type { FieldType } from '../../values';

/** A type that Sequelize has no name for, and that a class declares as SQL: `@Column('YEAR')`. */
const SQL_TYPE = /^(YEAR|BIT|BINARY|VARBINARY)(?:\((\d{1,5})\))?$/i;

const SET_TYPE = /^SET\s?\((.*)\)$/is;
/** The end is optional, so that a match takes linear time. */
const TEXT_LITERALS = /'(?:[^']|'')*'?/g;

const MAX_BITS = 64;
const MAX_BINARY = 255;
const MAX_VARBINARY = 65_535;

/** The field type of a column whose type is written as SQL; undefined if its values are not known. */
export function fieldTypeOfSql(sql: string): FieldType | undefined {
  const [, list] = SET_TYPE.exec(sql.trim()) ?? [];
  if (list !== undefined) return setOf(list);
  const [, name, digits] = SQL_TYPE.exec(sql.trim()) ?? [];
  const length = Number(digits ?? 1);
  switch (name?.toUpperCase()) {
    case 'YEAR':
      return { kind: 'integer', min: 1901n, max: 2155n };
    case 'BIT':
      return bits(length);
    case 'BINARY':
      return length <= MAX_BINARY ? { kind: 'bytes', maxBytes: length, minBytes: length, isInline: true } : undefined;
    case 'VARBINARY':
      return digits !== undefined && length <= MAX_VARBINARY ? varbinary(length) : undefined;
    default:
      return undefined;
  }
}

/** Servers write a backslash twice. */
function setOf(list: string): FieldType | undefined {
  const values = (list.match(TEXT_LITERALS) ?? []).map((text) =>
    text.slice(1, -1).replaceAll("''", "'").replaceAll('\\\\', '\\'),
  );
  return values.length === 0 ? undefined : { kind: 'set', values };
}

function bits(length: number): FieldType | undefined {
  if (length < 1 || length > MAX_BITS) return undefined;
  return length === 1
    ? { kind: 'boolean' }
    : { kind: 'integer', min: 0n, max: 2n ** BigInt(length) - 1n, isBits: true };
}

/** Longer values are transferred as those of a BLOB are. */
function varbinary(length: number): FieldType {
  return { kind: 'bytes', maxBytes: length, ...(length <= MAX_BINARY && { isInline: true }) };
}
