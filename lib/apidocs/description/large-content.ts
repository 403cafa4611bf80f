import type { FieldMetadata } from '../../metadata';
import type { Operation } from '../../rest';
import type { JsonSchema } from '../schema/json-schema';
import { spoken } from '../words';
import type { BodyDescription, ContentDescription, ParameterDescription, ResponseDescription } from './api-description';
import { header } from './headers';

const ANY = '*/*';

/** The responses to a request for the bytes of a large value. */
export function largeResponses({ field, entity, output }: Operation): ResponseDescription[] {
  const contents = [contentOf(field!, 'given')];
  const headers = output.headers.filter((name) => name !== 'Content-Range').map(header);
  const what = `${field!.wireName} of the ${spoken(entity.name).one}`;
  return [
    { status: 200, description: `The ${what}.`, headers, contents },
    { status: 206, description: `A part of the ${what}.`, headers: output.headers.map(header), contents },
    { status: 304, description: 'It is still what `If-None-Match` names.', headers, contents: [] },
  ];
}

/** The body by which a large value is written. */
export function largeBody({ field }: Operation): BodyDescription {
  return { isRequired: true, contents: [contentOf(field!, 'taken')] };
}

/** The headers by which a large value is asked for in part, or under a condition. */
export function largeParameters({ verb }: Operation): readonly ParameterDescription[] {
  return verb === 'readLarge'
    ? [
        named('Range', '`bytes=0-1023` asks for a part; of several parts the whole is sent.'),
        named('If-None-Match', 'The `ETag` that the client has: 304 while it holds.'),
      ]
    : [
        named(
          'If-Match',
          'The `ETag` of the value that is to be replaced, or one of its aggregate: 412 if that is another by now.',
        ),
      ];
}

function named(name: string, description: string): ParameterDescription {
  const component = name.replaceAll('-', '');
  return { name, in: 'header', isRequired: false, description, schema: { type: 'string' }, component };
}

/** A media type that a column holds is known of no request before. */
function contentOf({ type, large }: FieldMetadata, way: 'given' | 'taken'): ContentDescription {
  const { mediaType, isMediaTypeFixed, mediaTypeField } = large!;
  const isKnown = mediaTypeField === undefined && (way === 'given' || isMediaTypeFixed);
  const name = isKnown ? mediaType.split(';')[0]!.trim() : ANY;
  const schema: JsonSchema =
    type.kind === 'bytes'
      ? { type: 'string', format: 'binary', ...(name !== ANY && { contentMediaType: name }) }
      : { type: 'string' };
  return { mediaType: name, schema };
}
