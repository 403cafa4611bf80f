import type { JsonSchema } from './json-schema';

/** The types and names of a schema, without its constraints: bounds, enums, required or additional properties. */
export function shapeOf({ type, description, properties, items, anyOf }: JsonSchema): JsonSchema {
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(shapeOfProperty)) }),
    ...(items && { items: shapeOf(items) }),
    ...(anyOf && { anyOf: anyOf.map(shapeOf) }),
  };
}

function shapeOfProperty([name, schema]: [string, JsonSchema]): [string, JsonSchema] {
  return [name, shapeOf(schema)];
}
