import type { JsonSchema } from './json-schema';

type Bound = 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum' | 'minLength' | 'maxLength';

/** The bounds of two schemas that both apply. Of an inclusive and an exclusive bound only the stricter one is set. */
export function strictestBounds(one: JsonSchema, other: JsonSchema): JsonSchema {
  const highest = (bound: Bound) => extreme(one, other, bound, Math.max);
  const lowest = (bound: Bound) => extreme(one, other, bound, Math.min);
  const [minimum, above] = [highest('minimum'), highest('exclusiveMinimum')];
  const [maximum, below] = [lowest('maximum'), lowest('exclusiveMaximum')];
  const isAbove = above !== undefined && above >= (minimum ?? above);
  const isBelow = below !== undefined && below <= (maximum ?? below);
  return {
    minimum: isAbove ? undefined : minimum,
    exclusiveMinimum: isAbove ? above : undefined,
    maximum: isBelow ? undefined : maximum,
    exclusiveMaximum: isBelow ? below : undefined,
    minLength: highest('minLength'),
    maxLength: lowest('maxLength'),
  };
}

function extreme(one: JsonSchema, other: JsonSchema, bound: Bound, of: typeof Math.max): number | undefined {
  const values = [one[bound], other[bound]].filter((value) => value !== undefined);
  return values.length > 0 ? of(...values) : undefined;
}
