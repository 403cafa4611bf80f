import type { ParameterDescription } from '../description/api-description';
import type { JsonSchema } from '../schema/json-schema';
import { ITEM_FORMATS } from '../swagger-ui/page';

/** A Parameter Object of OpenAPI. */
export function parameterObject(parameter: ParameterDescription): object {
  const { name, in: place, isRequired, isDeprecated, several } = parameter;
  const { examples = [], ...schema } = parameter.schema;
  const description = descriptionOf(parameter, examples);
  const [example] = examples;
  return {
    name,
    in: place,
    ...(isRequired && { required: true }),
    ...(isDeprecated && { deprecated: true }),
    ...(description && { description }),
    // The default of a query is the style form, exploded.
    ...(several === 'commas' && { explode: false }),
    schema: withPlainItems(schema),
    ...((isRequired || typeof example === 'object') && example !== undefined && { example }),
  };
}

/** Without a format of elements for which the page of Swagger UI has no input: it would tell of an error in the console. */
function withPlainItems(schema: JsonSchema): JsonSchema {
  const { type, format, ...items } = schema.items ?? {};
  if (format === undefined || ITEM_FORMATS.includes(`${type}_${format}`)) return schema;
  return { ...schema, items: { type, ...items } };
}

/** Pages that send requests take an example for what is to be sent: one of an optional parameter is told in words. */
function descriptionOf({ isRequired, description }: ParameterDescription, examples: readonly unknown[]): string {
  const told = examples.filter((example) => typeof example !== 'object');
  if (isRequired || told.length === 0) return description;
  return `${description} For example ${told.map((example) => `\`${String(example)}\``).join(' or ')}.`;
}
