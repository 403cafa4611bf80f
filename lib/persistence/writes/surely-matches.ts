import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { type FieldValues, modelOf } from '../models/domain-model';
import type { Comparison, Criteria } from '../reads/criteria';
import { rowPlanOf } from './row-plan';

/** The types that databases compare exactly, whatever their collations and zones are. */
const EXACT: ReadonlySet<FieldType['kind']> = new Set(['integer', 'decimal', 'boolean', 'uuid']);
/** The types whose values are null in the database exactly if they are null here. */
const NULLABLE: ReadonlySet<FieldType['kind']> = new Set([
  ...EXACT,
  'string',
  'text',
  'enum',
  'date',
  'datetime',
  'time',
]);

/** Whether the values of a new row can show that it meets the criteria; otherwise only the database knows. */
export function isDecidable(entity: EntityMetadata, { comparisons, related, alternatives = [] }: Criteria): boolean {
  const isKnown = (one: Comparison) => isDecidableBy(entity, one);
  return (
    related.size === 0 && comparisons.every(isKnown) && alternatives.every((group) => group.comparisons.some(isKnown))
  );
}

/**
 * Whether a new row meets the criteria for sure.
 *
 * @param row the values that are written; those without one become null
 */
export function surelyMatches(entity: EntityMetadata, criteria: Criteria, row: FieldValues): boolean {
  const { comparisons, related, alternatives = [] } = criteria;
  const holds = (one: Comparison) => isDecidableBy(entity, one) && surelyHolds(one, row[one.field.name] ?? null);
  return related.size === 0 && comparisons.every(holds) && alternatives.every((group) => group.comparisons.some(holds));
}

function isDecidableBy({ type, fields }: EntityMetadata, { field, operator, values }: Comparison): boolean {
  if (fields.get(field.name) !== field || !Array.isArray(values) || isGenerated(type, field)) return false;
  if (operator === 'isNull') return values.every((value) => (value === true ? NULLABLE : EXACT).has(field.type.kind));
  if (operator === 'in' || operator === 'notIn') return EXACT.has(field.type.kind);
  return operator in ORDERS && isNumeric(field.type);
}

/** Whether the database decides the value of a key. */
function isGenerated(type: EntityMetadata['type'], { name }: FieldMetadata): boolean {
  const { isKeyGenerated, keys } = rowPlanOf(modelOf(type));
  return isKeyGenerated && keys[0]!.name === name;
}

/** @param value null for none */
function surelyHolds({ field: { type, isNullable }, operator, values }: Comparison, value: unknown): boolean {
  const wanted = values as readonly unknown[];
  if (operator === 'isNull') return wanted.includes(value === null);
  if (operator === 'notIn') {
    return value === null ? isNullable : wanted.every((one) => isSame(type, value, one) === false);
  }
  if (value === null) return false;
  if (operator === 'in') return wanted.some((one) => isSame(type, value, one) === true);
  const isInOrder = ORDERS[operator as keyof typeof ORDERS];
  return wanted.some((one) => {
    const order = orderOf(value, one);
    return order !== undefined && isInOrder(order);
  });
}

const ORDERS = {
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
} as const;

/** Undefined where only the database knows. */
function isSame(type: FieldType, one: unknown, other: unknown): boolean | undefined {
  if (isNumeric(type)) {
    const order = orderOf(one, other);
    return order === undefined ? undefined : order === 0;
  }
  if (typeof one !== typeof other || !IS_PLAIN[type.kind]?.(one)) return undefined;
  // Collations compare the letters of a UUID in either case.
  return one === other || (type.kind === 'uuid' ? undefined : false);
}

const IS_PLAIN: { readonly [K in FieldType['kind']]?: (value: unknown) => boolean } = {
  boolean: (value) => typeof value === 'boolean',
  uuid: (value) => typeof value === 'string',
};

function isNumeric({ kind }: FieldType): boolean {
  return kind === 'integer' || kind === 'decimal';
}

/** The sign of the difference. Undefined for what is no plain number, and where doubles, which SQLite has, are equal too early. */
function orderOf(one: unknown, other: unknown): number | undefined {
  const [first, second] = [digitsOf(one), digitsOf(other)];
  if (!first || !second) return undefined;
  const decimals = Math.max(first.fraction.length, second.fraction.length);
  const [units, otherUnits] = [unitsIn(first, decimals), unitsIn(second, decimals)];
  const order = units < otherUnits ? -1 : Number(units > otherUnits);
  return order === Math.sign(Number(one) - Number(other)) ? order : undefined;
}

interface Digits {
  readonly whole: string;
  readonly fraction: string;
}

/** Longer than the text of any number in these columns. */
const MAX_LENGTH = 100;

function digitsOf(value: unknown): Digits | undefined {
  const text = ['number', 'string', 'bigint'].includes(typeof value) ? String(value) : '';
  const [, whole, fraction = ''] = (text.length <= MAX_LENGTH && /^(-?\d+)(?:\.(\d+))?$/.exec(text)) || [];
  return whole === undefined ? undefined : { whole, fraction };
}

function unitsIn({ whole, fraction }: Digits, decimals: number): bigint {
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
