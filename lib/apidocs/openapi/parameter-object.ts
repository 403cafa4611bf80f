import type { ParameterDescription } from '../description/api-description';
import type { JsonSchema } from '../schema/json-schema';

/** A Parameter Object of OpenAPI. */
export function parameterObject(parameter: ParameterDescription): object {
  const { name, in: place, isRequired, several } = parameter;
  const { examples = [], ...schema } = parameter.schema;
  const description = descriptionOf(parameter, examples);
  const [example] = examples;
  return {
    name,
    in: place,
    ...(isRequired && { required: true }),
    ...(description && { description }),
    // The default of a query is the style form, exploded.
    ...(several === 'commas' && { explode: false }),
    schema: withPlainItems(schema),
    ...((isRequired || typeof example === 'object') && example !== undefined && { example }),
  };
}

/** Swagger UI has an input for plain elements alone, and an error in the console for those with a format. */
function withPlainItems(schema: JsonSchema): JsonSchema {
  if (schema.items?.format === undefined) return schema;
  const { format: _, ...items } = schema.items;
  return { ...schema, items };
}

/** Pages that send requests take an example for what is to be sent: one of an optional parameter is told in words. */
function descriptionOf({ isRequired, description }: ParameterDescription, examples: readonly unknown[]): string {
  const told = examples.filter((example) => typeof example !== 'object');
  if (isRequired || told.length === 0) return description;
  return `${description} For example ${told.map((example) => `\`${String(example)}\``).join(' or ')}.`;
}
