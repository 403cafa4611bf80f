import type { EntityMetadata, FieldMetadata, FieldType } from '../metadata';
import type { Entity } from './domain-model';
import type { FieldValues } from './field-values';
import type { Violation } from './violations';

/**
 * What the columns could not hold of the values that code of the domain has set: some databases say nothing and cut or
 * keep it, others refuse without naming the field.
 *
 * @param checked values that have been read by the rules of their columns already
 */
export function columnViolations({ fields }: EntityMetadata, row: Entity, checked: FieldValues): readonly Violation[] {
  const changed = row.changed() || [];
  return changed.flatMap((name) => {
    const field = fields.get(name);
    const value = row.get(name) as unknown;
    if (!field || name in checked || value === null || value === undefined) return [];
    const message = problemOf(field.type, value);
    return message === undefined ? [] : [{ path: [name], message, ...echo(field, value) }];
  });
}

function problemOf(type: FieldType, value: unknown): string | undefined {
  switch (type.kind) {
    case 'string':
      return [...String(value)].length > type.maxLength
        ? `must not be longer than ${type.maxLength} characters`
        : undefined;
    case 'text':
      return Buffer.byteLength(String(value)) > type.maxBytes
        ? `must not be longer than ${type.maxBytes} bytes`
        : undefined;
    case 'enum':
      return type.values.includes(String(value)) ? undefined : `must be one of ${type.values.join(', ')}`;
    case 'integer':
      return isWithin(value, type.min, type.max) ? undefined : `must be a whole number from ${type.min} to ${type.max}`;
    case 'decimal':
      return decimalProblem(String(value), type.precision - type.scale);
    case 'datetime':
      return value instanceof Date && Number.isNaN(value.getTime()) ? 'must be a date and time' : undefined;
    default:
      return undefined;
  }
}

/** What the database is to work out (`version + 1`) is no number yet. */
function isWithin(value: unknown, min: bigint, max: bigint): boolean {
  if (typeof value === 'object') return true;
  const text = String(value);
  return /^-?\d+$/.test(text) && BigInt(text) >= min && BigInt(text) <= max;
}

/** Further decimals are rounded by every database; only what does not fit before the point is refused. */
function decimalProblem(text: string, digitsBefore: number): string | undefined {
  const [, whole] = /^[+-]?0*(\d*)(?:\.\d*)?$/.exec(text) ?? [];
  if (whole === undefined) return /^[+-]?[\d.]+e[+-]?\d+$/i.test(text) ? undefined : 'must be a decimal number';
  return whole.length > digitsBefore ? `must have at most ${digitsBefore} digits before the point` : undefined;
}

function echo({ access }: FieldMetadata, value: unknown): { readonly invalidValue?: unknown } {
  return access === 'open' || access === 'readOnly' ? { invalidValue: value } : {};
}
