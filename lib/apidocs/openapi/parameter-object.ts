import type { ParameterDescription } from '../description/api-description';
import type { JsonSchema } from '../schema/json-schema';
import { ITEM_FORMATS } from '../swagger-ui/page';

/** A Parameter Object of OpenAPI. */
export function parameterObject(parameter: ParameterDescription): object {
  const { name, in: place, isRequired, isDeprecated, several, maxKeys } = parameter;
  const { examples = [], ...schema } = parameter.schema;
  const description = descriptionOf(parameter, examples);
  const [example] = examples;
  return {
    name,
    in: place,
    ...(isRequired && { required: true }),
    ...(isDeprecated && { deprecated: true }),
    ...(description && { description }),
    // The default in a query is `style: form` with `explode: true`.
    ...(several === 'commas' && { explode: false }),
    schema: withPlainItems(schema),
    ...(maxKeys !== undefined && { 'x-max-keys': maxKeys }),
    ...((isRequired || typeof example === 'object') && example !== undefined && { example }),
  };
}

/** Removes formats of array elements for which Swagger UI has no input, since it would log an error in the console. */
function withPlainItems(schema: JsonSchema): JsonSchema {
  const { type, format, ...items } = schema.items ?? {};
  if (format === undefined || ITEM_FORMATS.includes(`${type}_${format}`)) return schema;
  return { ...schema, items: { type, ...items } };
}

/** Examples of optional parameters are part of the description, because Swagger UI would send an `example` as the value. */
function descriptionOf({ isRequired, description }: ParameterDescription, examples: readonly unknown[]): string {
  const plainExamples = examples.filter((example) => typeof example !== 'object');
  if (isRequired || plainExamples.length === 0) return description;
  return `${description} For example ${plainExamples.map((example) => `\`${String(example)}\``).join(' or ')}.`;
}
