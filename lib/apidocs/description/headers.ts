import type { IdempotencyMode } from '../../metadata';
import { KEY_PATTERN, type Preference, type ResponseHeader } from '../../rest';
import type { HeaderDescription, ParameterDescription } from './api-description';

/** The headers of responses, by name. */
export const HEADERS = {
  Location: {
    description: 'The path of the created entity; absent for an array.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Accept-Ranges': {
    description: 'Parts of the value can be requested with `Range`.',
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': {
    description: 'The part that is sent, and the size of the whole in bytes: `bytes 0-1023/4096`.',
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'Changes with every write to the aggregate; in an aggregate without a version, with the rows that the path names and with the body.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Of a page: the paths of the pages `first`, `prev`, `next` and `last`, as far as they are known. With `after` only `prev` and `next`.',
    schema: { type: 'string' },
  },
  'Missing-Ids': {
    description:
      'The ids that were not found: percent-encoded, separated by commas. Ends with `...` where the list was cut.',
    schema: { type: 'string' },
  },
  'Preference-Applied': {
    description: 'The preferences of `Prefer` that were applied.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` where this is the stored response of the first request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Accept: {
    description: 'The media types that the route accepts.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The authentication schemes that are accepted.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'The remaining requests, and the seconds until the limit is reset.',
    schema: { type: 'string', examples: ['"address";r=99;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The allowed requests, and the period in seconds.',
    schema: { type: 'string', examples: ['"address";q=100;w=60'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string' },
  },
} as const satisfies Record<ResponseHeader, Omit<HeaderDescription, 'name'>> &
  Record<string, Omit<HeaderDescription, 'name'>>;

export type HeaderName = keyof typeof HEADERS;

export function header(name: HeaderName): HeaderDescription {
  return { name, ...HEADERS[name] };
}

/** The description of each preference, and the component name of a `Prefer` header with that preference alone. */
const PREFERENCES: Readonly<Record<Preference, readonly [description: string, component: string]>> = {
  'handling=strict': ['`handling=strict`: the request fails if one of several ids is not found.', 'PreferStrict'],
  preview: ['`preview`: nothing is stored, and the response is a `Preview`.', 'PreferPreview'],
  'return=minimal': ['`return=minimal`: the response has no body.', 'PreferMinimal'],
};

/** The header `Prefer` of an operation that supports preferences. */
export function preferParameters(preferences: readonly Preference[]): readonly ParameterDescription[] {
  if (preferences.length === 0) return [];
  const component = componentFor(preferences);
  const description = preferences.map((preference) => PREFERENCES[preference][0]).join(' ');
  const schema = { type: 'string', examples: preferences } as const;
  return [{ name: 'Prefer', in: 'header', isRequired: false, description, schema, component }];
}

/** The component name of a combination of preferences, so that operations share one parameter. */
function componentFor(preferences: readonly Preference[]): string {
  const others = preferences.filter((preference) => preference !== 'preview');
  const [first, second] = others;
  if (first === undefined) return PREFERENCES.preview[1];
  if (second !== undefined) return 'Prefer';
  const hasPreview = others.length < preferences.length;
  return first === 'handling=strict' && hasPreview ? 'PreferAll' : PREFERENCES[first][1];
}

const KEY_EXAMPLE = '8e03978e-40d5-43e8-bc93-6894a57f9324';

/** The header `Idempotency-Key` of an operation that accepts it. */
export function idempotencyParameters(use: IdempotencyMode): readonly ParameterDescription[] {
  if (use === 'off') return [];
  const isRequired = use === 'required';
  const description =
    'A key that the client generates for this write, such as a UUID. A repeated request with the same key is not executed again and gets the first response, or its status and `Location` if the rights of the client have changed.';
  const schema = { type: 'string', pattern: KEY_PATTERN.source, examples: [KEY_EXAMPLE] } as const;
  const component = isRequired ? 'RequiredIdempotencyKey' : 'IdempotencyKey';
  return [{ name: 'Idempotency-Key', in: 'header', isRequired, description, schema, component }];
}
