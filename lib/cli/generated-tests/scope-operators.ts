import type { FieldMetadata } from '../../metadata';
import type { Scalar } from './scope-claims';

/** A member of the result of a rule: `total[gte]` is the field `total` with the operator `gte`. */
export interface ScopeMember {
  readonly name: string;
  /** `eq` without brackets. */
  readonly operator: string;
}

export function scopeMember(member: string): ScopeMember {
  const start = member.indexOf('[');
  return start < 0
    ? { name: member, operator: 'eq' }
    : { name: member.slice(0, start), operator: member.slice(start + 1, -1) };
}

/** Values that might fulfil a comparison with the values of a rule; the column may not be able to hold them. */
export function candidates({ type }: FieldMetadata, operator: string, values: readonly unknown[]): readonly unknown[] {
  const [first] = values;
  switch (operator) {
    case 'eq':
    case 'in':
    case 'gte':
    case 'lte':
      return values;
    case 'gt':
      return type.kind === 'enum' ? type.values.slice(type.values.indexOf(String(first)) + 1) : moved(first, 1);
    case 'lt':
      return type.kind === 'enum' ? type.values.slice(0, type.values.indexOf(String(first))) : moved(first, -1);
    case 'like':
      return typeof first === 'string' ? [first.replaceAll('*', 'x')] : [];
    case 'ne':
    case 'nin':
      return others(type, values).filter((one) => !values.map(String).includes(String(one)));
    default:
      return [];
  }
}

/** The number after or before another one, of the same JSON type. */
function moved(value: unknown, by: 1 | -1): readonly Scalar[] {
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number + by) || typeof value === 'boolean') return [];
  return [typeof value === 'string' ? String(number + by) : number + by];
}

function others(type: FieldMetadata['type'], values: readonly unknown[]): readonly unknown[] {
  if (type.kind === 'enum') return type.values;
  if (type.kind === 'boolean') return [true, false];
  return values.flatMap((value) => [...moved(value, 1), `x${String(value)}`.slice(0, String(value).length || 1)]);
}
