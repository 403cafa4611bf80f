const DISPLAY_WIDTH = /INT\(\d{1,3}\)/;
const DECIMALS_OF_A_SECOND = /^(DATETIME|TIME)\(\d\)$/;
const WITHOUT_SCALE = /DECIMAL\((\d{1,2})\)/;
const SINGLE = /^FLOAT\((\d{1,2})\)/;

/** Databases describe some types by another name than that in CREATE TABLE. */
const SYNONYMS: Readonly<Record<string, string>> = {
  REAL: 'DOUBLE',
  DECIMAL: 'DECIMAL(10,0)',
  JSON: 'LONGTEXT',
  TIMESTAMP: 'DATETIME',
};

/** Normalizes the spelling of a type, without decimals of a second. */
export function plainType(type: string): string {
  if (/^enum/i.test(type)) return `ENUM${type.slice('enum'.length).replaceAll("', '", "','")}`;
  const plain = type
    .toUpperCase()
    .replaceAll(', ', ',')
    .replace(' BINARY', '')
    .replace('DOUBLE PRECISION', 'DOUBLE')
    .replace(DISPLAY_WIDTH, 'INT')
    .replace(WITHOUT_SCALE, 'DECIMAL($1,0)')
    .replace('INTEGER', 'INT')
    .replace(DECIMALS_OF_A_SECOND, '$1')
    .replace(SINGLE, (_, digits: string) => (Number(digits) > 24 ? 'DOUBLE' : 'FLOAT'));
  return SYNONYMS[plain] ?? plain;
}

/** {@link plainType} with decimals of a second: DATETIME and DATETIME(3) differ. */
export function exactType(type: string): string {
  const decimals = /^(?:DATETIME|TIMESTAMP|TIME)\((\d)\)$/i.exec(type)?.[1];
  return decimals === undefined || decimals === '0' ? plainType(type) : `${plainType(type)}(${decimals})`;
}

export type TypeFamily = 'text' | 'integer' | 'decimal' | 'double' | 'instant' | 'date' | 'time' | 'bytes' | 'other';

const FAMILIES: readonly (readonly [RegExp, TypeFamily])[] = [
  [/CHAR|TEXT|CLOB|ENUM|JSON|UUID/, 'text'],
  [/^(?:TINY|SMALL|MEDIUM|BIG)?INT|^BOOL/, 'integer'],
  [/^DECIMAL|^NUMERIC/, 'decimal'],
  [/^DOUBLE|^FLOAT|^REAL/, 'double'],
  [/^DATETIME|^TIMESTAMP/, 'instant'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time'],
  [/BLOB|BINARY/, 'bytes'],
];

/** The kind of values of a type, whatever their length. */
export function familyOf(type: string): TypeFamily {
  const plain = plainType(type).toUpperCase();
  return FAMILIES.find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
}

const INTEGERS = ['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'BIGINT'];
const TEXTS: Readonly<Record<string, number>> = { TINYTEXT: 255, TEXT: 65_535, MEDIUMTEXT: 2 ** 24, LONGTEXT: 2 ** 32 };

/** Whether a type cannot store all values of another. */
export function isNarrower(type: string, than: string): boolean {
  const [here, there] = [exactType(type), exactType(than)];
  if (here === there) return false;
  if (familyOf(here) !== familyOf(there)) return true;
  const [first, second] = [here, there].map(roomOf) as [readonly number[] | undefined, readonly number[] | undefined];
  if (!first || !second || first.length !== second.length) return true;
  return first.some((room, index) => room < second[index]!);
}

/** Numbers by which the sizes of two types of one family are compared; undefined if they are not known. */
function roomOf(type: string): readonly number[] | undefined {
  const [, name = '', numbers] = /^([A-Z ]+)(?:\(([\d,]+)\))?/i.exec(type) ?? [];
  const family = familyOf(type);
  const given = numbers?.split(',').map(Number);
  if (name.startsWith('ENUM')) return undefined;
  if (family === 'integer') return [INTEGERS.indexOf(name.replace(' UNSIGNED', '').trim()), signed(type)];
  if (family === 'decimal') return given && [given[0]! - (given[1] ?? 0), given[1] ?? 0];
  if (family === 'text') return [TEXTS[name] ?? given?.[0] ?? Number.POSITIVE_INFINITY];
  if (family === 'instant' || family === 'time') return [given?.[0] ?? 0];
  if (family === 'double') return [name.startsWith('DOUBLE') ? 2 : 1];
  return given;
}

function signed(type: string): number {
  return /UNSIGNED/i.test(type) ? 0 : 1;
}
