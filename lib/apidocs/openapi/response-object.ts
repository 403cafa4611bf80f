import type {
  BodyDescription,
  ContentDescription,
  HeaderDescription,
  ResponseDescription,
} from '../description/api-description';

/** A Response Object of OpenAPI. */
export function responseObject(
  { description, headers, contents }: ResponseDescription,
  referTo: (header: HeaderDescription) => object,
  links?: object,
): object {
  return {
    description,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map((one) => [one.name, referTo(one)])) }),
    ...(contents.length > 0 && { content: contentObject(contents) }),
    ...(links && { links }),
  };
}

/** A Request Body Object of OpenAPI. */
export function bodyObject({ isRequired, contents }: BodyDescription): object {
  return { required: isRequired, content: contentObject(contents) };
}

export function headerObject({ description, schema, isRequired }: HeaderDescription): object {
  return { description, ...(isRequired && { required: true }), schema };
}

/** Media Type Objects by media type. */
function contentObject(contents: readonly ContentDescription[]): object {
  return Object.fromEntries(contents.map(({ mediaType, schema }) => [mediaType, { schema }]));
}
