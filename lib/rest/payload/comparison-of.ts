import { isDeepStrictEqual } from 'node:util';
import { codecOf, type FieldType } from '../../values';

type Comparison = (one: unknown, other: unknown) => boolean;

/** Whether two values of a column are shown alike in responses; in JSON, the order of keys does not matter. */
export function comparisonOf(type: FieldType): Comparison {
  const { write } = codecOf(type);
  const textOf = (value: unknown) => ((value ?? null) === null ? undefined : JSON.stringify(write(value)));
  const isSameText: Comparison = (one, other) => textOf(one) === textOf(other);
  if (type.kind !== 'json') return isSameText;
  return (one, other) => isSameText(one, other) || isSameJson(textOf(one), textOf(other));
}

function isSameJson(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
}
