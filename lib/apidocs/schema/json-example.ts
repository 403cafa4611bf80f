import type { JsonSchema, JsonType } from './json-schema';

/** An example that fits a schema. Rules that the schema does not express may still reject it. */
export function jsonExample(schema: JsonSchema): unknown {
  const { enum: values, anyOf, allOf, type } = schema;
  if (values) return values[0];
  const [alternative] = anyOf ?? allOf ?? [];
  if (alternative) return jsonExample(alternative);
  const [first] = [type ?? []].flat();
  return first && BY_TYPE[first](schema);
}

const BY_TYPE: Readonly<Record<JsonType, (schema: JsonSchema) => unknown>> = {
  null: () => null,
  boolean: () => true,
  integer: numberIn,
  number: numberIn,
  string: ({ maxLength = 4 }) => 'text'.slice(0, maxLength),
  array: ({ items = {}, minItems = 1 }) => Array.from({ length: minItems }, () => jsonExample(items) ?? 'text'),
  object: ({ properties = {} }) =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, jsonExample(schema) ?? 'text'])),
};

function numberIn({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  if (minimum !== undefined) return minimum;
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + 1;
  return Math.min(1, maximum ?? 1);
}
