import type { IdempotencyUse } from '../../metadata';
import type { Preference, ResponseHeader } from '../../rest';
import type { HeaderDescription, ParameterDescription } from './api-description';

/** The headers that answers may have, by the names that documents know them by. */
export const HEADERS = {
  Location: {
    description: 'The path of the created entity; absent for an array.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Accept-Ranges': {
    description: 'That parts can be asked for by `Range`.',
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': {
    description: 'Which part it is, and of how many bytes: `bytes 0-1023/4096`.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Another one as soon as the entity is written; absent for a class that keeps no version.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Of a page: the paths of the pages `first`, `prev`, `next` and `last`, as far as they are known; with `after` `prev` and `next`.',
    schema: { type: 'string' },
  },
  'Missing-Ids': {
    description:
      'Of several ids those that are not there: percent-encoded, with commas between; `...` where the list was cut.',
    schema: { type: 'string' },
  },
  'Preference-Applied': {
    description: 'The preferences of `Prefer` that were honoured.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` where the response is the one that the first request with the same key got.',
    schema: { type: 'string', enum: ['true'] },
  },
  Accept: {
    description: 'The media types that are read here.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How a client can say who it is.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'How many requests are left, and for how many seconds.',
    schema: { type: 'string', examples: ['"address";r=99;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'How many requests there may be in how many seconds.',
    schema: { type: 'string', examples: ['"address";q=100;w=60'] },
  },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'string' },
  },
} as const satisfies Record<ResponseHeader, Omit<HeaderDescription, 'name'>> &
  Record<string, Omit<HeaderDescription, 'name'>>;

export type HeaderName = keyof typeof HEADERS;

export function header(name: HeaderName): HeaderDescription {
  return { name, ...HEADERS[name] };
}

/** What is said of each preference, and the name of the parameter where it stands alone. */
const PREFERENCES: Readonly<Record<Preference, readonly [words: string, component: string]>> = {
  'handling=strict': ['`handling=strict`: of several ids, a missing one refuses the whole request.', 'PreferStrict'],
  preview: ['`preview`: nothing is stored; see `default`.', 'PreferPreview'],
  'return=minimal': ['`return=minimal`: the answer has no body.', 'PreferMinimal'],
};

/** The header `Prefer` of an operation that honours some preference. */
export function preferParameters(preferences: readonly Preference[]): readonly ParameterDescription[] {
  if (preferences.length === 0) return [];
  const component = componentFor(preferences);
  const description = preferences.map((preference) => PREFERENCES[preference][0]).join(' ');
  const schema = { type: 'string', examples: preferences } as const;
  return [{ name: 'Prefer', in: 'header', isRequired: false, description, schema, component }];
}

/** Short names for the few combinations that there are: all operations refer to one of them. */
function componentFor(preferences: readonly Preference[]): string {
  const others = preferences.filter((preference) => preference !== 'preview');
  const [first, second] = others;
  if (first === undefined) return PREFERENCES.preview[1];
  if (second !== undefined) return 'Prefer';
  const isOfRead = first === 'handling=strict' && others.length === preferences.length;
  return first === 'handling=strict' && !isOfRead ? 'PreferAll' : PREFERENCES[first][1];
}

const KEY_EXAMPLE = '8e03978e-40d5-43e8-bc93-6894a57f9324';

/** The header `Idempotency-Key` of an operation that takes it. */
export function keyHeaderParameters(use: IdempotencyUse): readonly ParameterDescription[] {
  if (use === 'off') return [];
  const isRequired = use === 'required';
  const description =
    'A key of your own for this write, such as a UUID: sent again with the same key, it is not carried out again, and gets the response of the first.';
  const schema = { type: 'string', minLength: 1, maxLength: 255, examples: [KEY_EXAMPLE] } as const;
  const component = isRequired ? 'RequiredIdempotencyKey' : 'IdempotencyKey';
  return [{ name: 'Idempotency-Key', in: 'header', isRequired, description, schema, component }];
}
