import type { Dialect } from '../../persistence';
import type { FieldCode } from './field-code';

interface Integer {
  readonly name: string;
  readonly bits: bigint;
}

const INTEGERS: Readonly<Record<string, Integer>> = {
  TINYINT: { name: 'TINYINT', bits: 8n },
  SMALLINT: { name: 'SMALLINT', bits: 16n },
  MEDIUMINT: { name: 'MEDIUMINT', bits: 24n },
  INT: { name: 'INTEGER', bits: 32n },
  INTEGER: { name: 'INTEGER', bits: 32n },
  BIGINT: { name: 'BIGINT', bits: 64n },
};

/** The field of an integer column; undefined for other types. */
export function integerOf(name: string, type: string, { hasTypeOptions }: Dialect['values']): FieldCode | undefined {
  const integer = INTEGERS[name];
  if (!integer) return undefined;
  const isUnsigned = hasTypeOptions && /UNSIGNED/i.test(type);
  const bits = isUnsigned ? integer.bits : integer.bits - 1n;
  return {
    dataType: `DataType.${integer.name}${isUnsigned ? '.UNSIGNED' : ''}`,
    type: 'number',
    holds: { kind: 'integer', min: isUnsigned ? 0n : -(2n ** bits), max: 2n ** bits - 1n },
  };
}

const FLOATS: Readonly<Record<string, 'DOUBLE' | 'FLOAT'>> = {
  DOUBLE: 'DOUBLE',
  'DOUBLE PRECISION': 'DOUBLE',
  REAL: 'DOUBLE',
  FLOAT: 'FLOAT',
};

/** The field of a column of floating point; undefined for other types. */
export function floatOf(
  name: string,
  numbers: string | undefined,
  type: string,
  { acceptsAnyType, hasTypeOptions }: Dialect['values'],
): FieldCode | undefined {
  const bare = FLOATS[name];
  if (!bare) return undefined;
  const digits = acceptsAnyType || numbers === undefined ? undefined : numbers.split(',').map(Number);
  const isUnsigned = hasTypeOptions && /UNSIGNED/i.test(type);
  const rounding = digits?.[1] === undefined ? {} : { precision: digits[0]!, scale: digits[1] };
  return {
    dataType: `DataType.${bare}${digits ? `(${digits.join(', ')})` : ''}${isUnsigned ? '.UNSIGNED' : ''}`,
    type: 'number',
    holds: { kind: 'float', isSingle: bare === 'FLOAT', isUnsigned, ...rounding },
  };
}
