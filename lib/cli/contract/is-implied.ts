type Schema = Readonly<Record<string, unknown>>;

/**
 * Whether everything that an earlier schema accepts also meets a new rule in `allOf`, so that the rule breaks no client.
 *
 * A field with a new name whose old one is still accepted adds such rules: one of two names is required where the old
 * one was, or an earlier rule gets a further alternative.
 */
export function isImplied(rule: Schema, before: Schema): boolean {
  const required = listOf(before.required);
  const alternatives = listOf(rule.anyOf);
  const written = alternatives.map((one) => JSON.stringify(one));
  const earlier = listOf(before.allOf).map((one) => listOf((one as Schema).anyOf));
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
