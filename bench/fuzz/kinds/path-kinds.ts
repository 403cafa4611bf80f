import { jsonText } from '../json-text';
import { ODD_TEXTS } from '../odd-texts';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Keys that no entity has, paths without a route, and unusual query strings. */
export const PATH_KINDS: readonly RequestKind[] = [
  { name: 'odd key', weight: 8, make: oddKey },
  { name: 'odd parent key', weight: 3, make: oddParentKey },
  { name: 'unknown path', weight: 4, make: unknownPath },
  { name: 'query string', weight: 4, make: queryString },
];

function oddKey(context: KindContext): RequestDraft {
  const { random, entities, payloads } = context;
  const resource = entities.resource(random);
  const one = () =>
    random.chance(0.7) ? oddKeyText(context, entities.key(random, resource)) : entities.key(random, resource);
  const method = random.pick(['GET', 'GET', 'PUT', 'DELETE']);
  const path = `${resource.path}/${random.list(1, 3, one).join(',')}`;
  if (method !== 'PUT') return { method, path };
  const body = jsonText(payloads.forUpdate(resource.entity));
  return { method, path, headers: { 'Content-Type': 'application/json' }, body };
}

function oddParentKey(context: KindContext): RequestDraft {
  const { random, entities } = context;
  const { root, resourceName } = random.pick(entities.aggregates);
  const below = random.pick([...root.collections.values()].map(({ wireName }) => wireName));
  const parent = oddKeyText(context, '800000001');
  const method = random.pick(['GET', 'POST']);
  const path = `/${resourceName}/${parent}/${below ?? 'nothing'}`;
  if (method === 'GET') return { method, path };
  return { method, path, headers: { 'Content-Type': 'application/json' }, body: '{}' };
}

/** An unusual key, mostly made from the given one, as part of a path. */
function oddKeyText({ random }: KindContext, key: string): string {
  if (random.chance(0.25)) return encodeURIComponent(random.pick(ODD_TEXTS));
  return random.pick([
    ...KEYS,
    `${key}%20`,
    `%20${key}`,
    `${key}.0`,
    `${key}e0`,
    `0${key}`,
    `+${key}`,
    `-${key}`,
    `${key}%00`,
    `${key};a=b`,
    `${key}/`,
    `${key}//`,
    `${key}%2C`,
    `${key},`,
    key.toLowerCase(),
    key.toUpperCase(),
    [...key].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  ]);
}

const KEYS: readonly string[] = [
  ...['abc', '1abc', '1e3', '0x1', '0', '-1', '-0', '%20', '%09', 'null', 'true', 'NaN', 'undefined'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775808', '18446744073709551616', '9'.repeat(40)],
  ...['%', '%zz', '%ff', '%E2%82', '%C0%80', '%ED%A0%80', '%2F', '%2f..%2f', '..', '.', '%2e%2e', ',', ',,', '1,,2'],
  ...['x'.repeat(3000), '%F0%9F%98%80', "'%20OR%201=1--", '{id}', ':id', '*', '(a)', 'a|b', '[1]', '~', '@', '$', '!'],
  '0f0f0f0f-0000-4000-8000-000000000000',
];

function unknownPath(context: KindContext): RequestDraft {
  const { random, entities } = context;
  const resource = entities.resource(random);
  const path = random.pick([
    '',
    '/',
    '//',
    '/nothing',
    '/nothing/1',
    '/%',
    '/%00',
    '/..',
    '/../etc/passwd',
    '/index.html',
    '/favicon.ico',
    `${resource.path}/`,
    `${resource.path}//`,
    `/${resource.path}`,
    resource.path.toUpperCase(),
    resource.path.replaceAll('_', '-'),
    resource.path.slice(0, -1),
    `${resource.path}/${entities.key(random, resource)}/nothing`,
    `${resource.path}/${entities.key(random, resource)}/nothing/1/nothing`,
    `${resource.path};a=b`,
    `${resource.path}%2F1`,
    encodeURI(resource.path.replace('/', '/%6f')),
    `${resource.path}?`,
    `${resource.path}#a`,
  ]);
  return { method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']), path: path || '/' };
}

function queryString(context: KindContext): RequestDraft {
  const { random, entities } = context;
  const resource = entities.resource(random);
  const path = random.chance(0.5) ? resource.path : `${resource.path}/${entities.key(random, resource)}`;
  const query = random.list(1, 3, () => random.pick(QUERIES)).join('&');
  return { method: 'GET', path: `${path}?${query}` };
}

/** Parameters of searches, pages and selections have their own kinds. */
const QUERIES: readonly string[] = [
  ...['', '&', '=', 'x', 'x=', '=x', 'x=1', 'x=1&x=2', 'x[]=1', 'x[y]=1', 'x[y][z]=1', 'x%5By%5D=1', 'a.b=c'],
  ...['%', '%zz', 'x=%', 'x=%ff', 'x=%00', 'x=%E2%82', 'x=+', 'x=%2B', 'x=a%26b', '?', '??x', 'x=#', 'x=1;y=2'],
  ...['__proto__=1', '__proto__[a]=1', 'constructor=1', 'constructor.prototype=1', 'toString=1', 'hasOwnProperty=1'],
  ...['id=1', 'Content-Type=x', 'authorization=x', 'accept=text/csv', 'prefer=handling=strict', 'if-match=*'],
  `x=${'y'.repeat(2000)}`,
  'x=1&'.repeat(200),
];
