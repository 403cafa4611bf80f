import { eitherOf } from '../schema/json-schema';
import type { ContentDescription, ResponseDescription } from './api-description';

/** The first response, which may also have the content of another one with the same status. */
export function eitherResponse(one: ResponseDescription, other: ResponseDescription): ResponseDescription {
  const furtherHeaders = other.headers.filter(({ name }) => !one.headers.some((header) => header.name === name));
  return {
    ...one,
    headers: [...one.headers, ...furtherHeaders],
    contents: eitherContents(one.contents, other.contents),
  };
}

function eitherContents(
  contents: readonly ContentDescription[],
  others: readonly ContentDescription[],
): readonly ContentDescription[] {
  const both = contents.map(({ mediaType, schema }) => {
    const other = others.find((content) => content.mediaType === mediaType)?.schema;
    return { mediaType, schema: other ? eitherOf(schema, other) : schema };
  });
  const known = new Set(contents.map(({ mediaType }) => mediaType));
  return [...both, ...others.filter(({ mediaType }) => !known.has(mediaType))];
}
