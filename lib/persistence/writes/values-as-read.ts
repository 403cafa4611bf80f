import type { EntityMetadata } from '../../metadata';
import { comparisonOf, type FieldType } from '../../values';
import { type FieldValues, modelOf } from '../models/domain-model';
import { instantOf } from '../models/stored-values';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { TimeZone } from '../time-zone';

/** A value as it would be read; undefined where only the database knows. It may be changed in place. */
type AsRead = (value: unknown, type: FieldType, zone: TimeZone) => unknown;

/**
 * The values of a new row as an instance has them that is read, by field. Undefined where that takes a SELECT: a value has
 * another form than it is stored in, or its type is converted by the database.
 *
 * @param row the values that are written; those without one become null
 */
export function valuesAsRead({ type, fields }: EntityMetadata, row: FieldValues): FieldValues | undefined {
  const { zone } = modelOf(type).sequelize as DomainSequelize;
  const values: Record<string, unknown> = {};
  for (const field of fields.values()) {
    const value = row[field.name] ?? null;
    const read = value === null ? null : AS_READ[field.type.kind]?.(value, field.type, zone);
    if (read === undefined) return undefined;
    values[field.name] = read;
  }
  return values;
}

const text: AsRead = (value) => (typeof value === 'string' ? value : undefined);

const AS_READ: { readonly [K in FieldType['kind']]?: AsRead } = {
  string: text,
  text,
  enum: text,
  set: (value) => (Array.isArray(value) ? [...value] : undefined),
  uuid: text,
  date: textLike(/^\d{4}-\d\d-\d\d$/),
  time: textLike(/^\d\d:\d\d:\d\d$/),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) + 0 : undefined),
  decimal: (value, type) => exactDecimal(comparisonOf(type)!.equal(value), type),
  datetime: (value, _, zone) => (value instanceof Date && isKept(value, zone) ? new Date(value) : undefined),
};

function textLike(form: RegExp): AsRead {
  return (value) => (typeof value === 'string' && form.test(value) ? value : undefined);
}

/** A double, as SQLite has it, must have all digits. */
function exactDecimal(value: unknown, type: FieldType): unknown {
  return type.kind === 'decimal' && Number(value).toFixed(type.scale) === value ? value : undefined;
}

/** When clocks are set back, a local time means two instants. */
function isKept(value: Date, zone: TimeZone): boolean {
  if (zone.isUtc) return true;
  const read = instantOf(zone.toLocal(value), zone);
  return read instanceof Date && read.getTime() === value.getTime();
}
