import { STANDARD_SQL, sqlTokens } from '../sql-tokens';

const DISPLAY_WIDTH = /INT\(\d{1,3}\)/;
const DECIMALS_OF_A_SECOND = /^(DATETIME|TIME)\(\d\)$/;
const WITHOUT_PRECISION = /^DECIMAL(?!\()/;
const WITHOUT_SCALE = /^DECIMAL\((\d{1,2})\)/;
const WITHOUT_LENGTH = /^(BIT|BINARY)$/;
const SINGLE = /^FLOAT\((\d{1,2})\)/;

/** Normalizes the spelling of a type, without decimals of a second: databases describe some types by another name. */
export function plainType(type: string): string {
  const [list] = /^(?:enum|set)(?=\()/i.exec(type) ?? [];
  if (list) return `${list.toUpperCase()}${type.slice(list.length).replaceAll("', '", "','")}`;
  const plain = type
    .toUpperCase()
    .replaceAll(', ', ',')
    .replace(' BINARY', '')
    .replace(/^(?:DOUBLE PRECISION|REAL)/, 'DOUBLE')
    .replace('INTEGER', 'INT')
    .replace(DISPLAY_WIDTH, 'INT')
    .replace(/^NUMERIC/, 'DECIMAL')
    .replace(WITHOUT_PRECISION, 'DECIMAL(10,0)')
    .replace(WITHOUT_SCALE, 'DECIMAL($1,0)')
    .replace(/^TIMESTAMP/, 'DATETIME')
    .replace('YEAR(4)', 'YEAR')
    .replace(WITHOUT_LENGTH, '$1(1)')
    .replace(DECIMALS_OF_A_SECOND, '$1')
    .replace(SINGLE, (_, digits: string) => (Number(digits) > 24 ? 'DOUBLE' : 'FLOAT'));
  return plain === 'JSON' ? 'LONGTEXT' : plain;
}

/** {@link plainType} with decimals of a second: DATETIME and DATETIME(3) differ. */
export function exactType(type: string): string {
  const decimals = /^(?:DATETIME|TIMESTAMP|TIME)\((\d)\)$/i.exec(type)?.[1];
  return decimals === undefined || decimals === '0' ? plainType(type) : `${plainType(type)}(${decimals})`;
}

export type TypeFamily = 'text' | 'integer' | 'decimal' | 'double' | 'instant' | 'date' | 'time' | 'bytes' | 'other';

const FAMILIES: readonly (readonly [RegExp, TypeFamily])[] = [
  [/CHAR|TEXT|CLOB|ENUM|JSON|UUID|^SET\(/, 'text'],
  [/^(?:UNSIGNED )?(?:TINY|SMALL|MEDIUM|BIG ?)?INT|^BOOL|^YEAR|^BIT\b/, 'integer'],
  [/^DECIMAL/, 'decimal'],
  [/^DOUBLE|^FLOAT/, 'double'],
  [/^DATETIME/, 'instant'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time'],
  [/BLOB|BINARY/, 'bytes'],
];

/** The kind of values of a type, whatever their length. */
export function familyOf(type: string): TypeFamily {
  const plain = plainType(type).toUpperCase();
  return FAMILIES.find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
}

/** A year up to 2155 needs twelve bits besides the sign. */
const BITS: Readonly<Record<string, number>> = {
  YEAR: 13,
  TINYINT: 8,
  SMALLINT: 16,
  MEDIUMINT: 24,
  INT: 32,
  BIGINT: 64,
};
const BYTES: Readonly<Record<string, number>> = {
  ...{ TINYTEXT: 255, TEXT: 65_535, MEDIUMTEXT: 2 ** 24, LONGTEXT: 2 ** 32 },
  ...{ TINYBLOB: 255, BLOB: 65_535, MEDIUMBLOB: 2 ** 24, LONGBLOB: 2 ** 32 },
};

/** Whether a type cannot store all values of another. */
export function isNarrower(type: string, than: string): boolean {
  const [here, there] = [exactType(type), exactType(than)];
  if (here === there) return false;
  if (familyOf(here) !== familyOf(there)) return true;
  if (isList(here) && isList(there)) return nameOf(here) !== nameOf(there) || lacksValue(here, there);
  const [first, second] = [here, there].map(roomOf) as [readonly number[] | undefined, readonly number[] | undefined];
  if (!first || !second || first.length !== second.length) return true;
  return first.some((room, index) => room < second[index]!);
}

function isList(type: string): boolean {
  return /^(?:ENUM|SET)\(/.test(type);
}

function nameOf(type: string): string {
  return type.slice(0, type.indexOf('('));
}

function lacksValue(type: string, than: string): boolean {
  const here = valuesOf(type);
  return valuesOf(than).some((value) => !here.includes(value));
}

/** The values of an ENUM or a SET with their quotes; a value that contains a quote consists of several quoted texts. */
function valuesOf(type: string): readonly string[] {
  const values = [''];
  for (const { kind, text } of sqlTokens(type.slice(type.indexOf('(') + 1, -1), STANDARD_SQL)) {
    if (kind === 'quoted') values.push(`${values.pop()}${text}`);
    else values.push('');
  }
  return values;
}

/** Numbers by which the sizes of two types of one family are compared; undefined if they are not known. */
function roomOf(type: string): readonly number[] | undefined {
  if (isList(type)) return undefined;
  const [, name = '', numbers] = /^([A-Z]+)(?:\(([\d,]+)\))?/.exec(type) ?? [];
  const given = numbers?.split(',').map(Number);
  switch (familyOf(type)) {
    case 'integer':
      return name === 'BIT' ? [given?.[0] ?? 1, 0] : integerRoom(BITS[name] ?? 0, type);
    case 'decimal':
      return given && [given[0]! - (given[1] ?? 0), given[1] ?? 0, signed(type)];
    case 'double':
      return [name === 'DOUBLE' ? 2 : 1, signed(type)];
    case 'text':
    case 'bytes':
      return [BYTES[name] ?? given?.[0] ?? Number.POSITIVE_INFINITY];
    case 'instant':
    case 'time':
      return [given?.[0] ?? 0];
    default:
      return given;
  }
}

/** The bits of the largest value and of the smallest one. */
function integerRoom(bits: number, type: string): readonly number[] {
  return signed(type) ? [bits - 1, bits - 1] : [bits, 0];
}

function signed(type: string): number {
  return type.includes('UNSIGNED') ? 0 : 1;
}
