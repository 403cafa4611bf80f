import type { Preference, ResponseHeader } from '../../rest';
import type { HeaderDescription, ParameterDescription } from './api-description';

/** The headers that answers may have, by the names that documents know them by. */
export const HEADERS = {
  Location: {
    description: 'The path of the created entity; absent for an array.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  Link: {
    description:
      'Of a page: the paths of the pages `first`, `prev`, `next` and `last`, as far as there are such pages.',
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
  'return=minimal': ['`return=minimal`: the answer has no body.', 'PreferMinimal'],
};

/** The header `Prefer` of an operation that honours some preference. */
export function preferParameters(preferences: readonly Preference[]): readonly ParameterDescription[] {
  const [first, ...others] = preferences;
  if (first === undefined) return [];
  const component = others.length > 0 ? 'Prefer' : PREFERENCES[first][1];
  const description = preferences.map((preference) => PREFERENCES[preference][0]).join(' ');
  const schema = { type: 'string', examples: preferences } as const;
  return [{ name: 'Prefer', in: 'header', isRequired: false, description, schema, component }];
}
