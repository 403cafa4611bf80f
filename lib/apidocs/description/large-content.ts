import type { FieldMetadata } from '../../metadata';
import type { Operation, ResponseTexts } from '../../rest';
import type { JsonSchema } from '../schema/json-schema';
import type { BodyDescription, ContentDescription, ParameterDescription, ResponseDescription } from './api-description';
import { header } from './headers';

const ANY = '*/*';

/** The responses to a request for the bytes of a large value. */
export function largeResponses({ field, output }: Operation, { content, part }: ResponseTexts): ResponseDescription[] {
  const contents = [contentOf(field!, 'response')];
  const headers = output.headers.filter((name) => name !== 'Content-Range').map(header);
  return [
    { status: 200, description: content!, headers, contents },
    { status: 206, description: part!, headers: output.headers.map(header), contents },
    { status: 304, description: 'Not modified: the `ETag` is one of those in `If-None-Match`.', headers, contents: [] },
  ];
}

/** The body of a write to a large value. */
export function largeBody({ field }: Operation): BodyDescription {
  return { isRequired: true, contents: [contentOf(field!, 'request')] };
}

/** The headers for ranges and conditional requests. */
export function largeParameters({ method }: Operation): readonly ParameterDescription[] {
  return method === 'GET'
    ? [
        headerParameter('Range', '`bytes=0-1023` requests a part. Several ranges bring the whole value.'),
        headerParameter('If-None-Match', 'The `ETag` that the client has. 304 while the value is unchanged.'),
      ]
    : [headerParameter('If-Match', 'The `ETag` of the value, or of its aggregate. 412 if it has changed.')];
}

function headerParameter(name: string, description: string): ParameterDescription {
  const component = name.replaceAll('-', '');
  return { name, in: 'header', isRequired: false, description, schema: { type: 'string' }, component };
}

/** Any media type where a column stores it with the value, or where a request may send any. */
function contentOf({ type, large }: FieldMetadata, message: 'request' | 'response'): ContentDescription {
  const { mediaType, isMediaTypeFixed, mediaTypeField } = large!;
  const isKnown = mediaTypeField === undefined && (message === 'response' || isMediaTypeFixed);
  const name = isKnown ? mediaType.split(';')[0]!.trim() : ANY;
  const schema: JsonSchema =
    type.kind === 'bytes'
      ? { type: 'string', format: 'binary', ...(name !== ANY && { contentMediaType: name }) }
      : { type: 'string' };
  return { mediaType: name, schema };
}
