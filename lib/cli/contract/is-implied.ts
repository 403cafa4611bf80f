type Schema = Readonly<Record<string, unknown>>;

/**
 * Whether a rule in `allOf` allows all that a schema allowed: one of its alternatives was required, or it has all
 * alternatives of an earlier rule. Both are so when a field gets a new name and the old one is still accepted.
 */
export function isImplied(rule: Schema, by: Schema): boolean {
  const required = listOf(by.required);
  const alternatives = listOf(rule.anyOf);
  const written = alternatives.map((one) => JSON.stringify(one));
  const earlier = listOf(by.allOf).map((one) => listOf((one as Schema).anyOf));
  return (
    alternatives.some((one) => isRequirementOf(one as Schema, required)) ||
    earlier.some((others) => others.length > 0 && others.every((one) => written.includes(JSON.stringify(one))))
  );
}

/** Whether a schema only requires names that are in the list. */
function isRequirementOf({ properties = {}, required, ...others }: Schema, names: readonly unknown[]): boolean {
  const isOpen = Object.keys(others).length === 0 && Object.values(properties as Schema).every(isEmpty);
  return isOpen && listOf(required).length > 0 && listOf(required).every((name) => names.includes(name));
}

function isEmpty(schema: unknown): boolean {
  return Object.keys(schema as object).length === 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
