import { jsonText } from '../json-text';
import { ODD_TEXTS } from '../odd-texts';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Keys that no entity has, paths that lead nowhere, query strings of every kind. */
export const PATH_KINDS: readonly RequestKind[] = [
  { name: 'odd key', weight: 8, make: oddKey },
  { name: 'odd parent key', weight: 3, make: oddParentKey },
  { name: 'unknown path', weight: 4, make: unknownPath },
  { name: 'query string', weight: 4, make: queryString },
];

function oddKey(context: KindContext): RequestDraft {
  const { random, world, payloads } = context;
  const site = world.site(random);
  const one = () => (random.chance(0.7) ? oddKeyText(context, world.key(random, site)) : world.key(random, site));
  const method = random.pick(['GET', 'GET', 'PUT', 'DELETE']);
  const path = `${site.path}/${random.list(1, 3, one).join(',')}`;
  if (method !== 'PUT') return { method, path };
  const body = jsonText(payloads.forUpdate(site.entity));
  return { method, path, headers: { 'Content-Type': 'application/json' }, body };
}

function oddParentKey(context: KindContext): RequestDraft {
  const { random, world } = context;
  const { root, resourceName } = random.pick(world.aggregates);
  const below = random.pick([...root.collections.values()].map(({ wireName }) => wireName));
  const parent = oddKeyText(context, '800000001');
  const method = random.pick(['GET', 'POST']);
  const path = `/${resourceName}/${parent}/${below ?? 'nothing'}`;
  if (method === 'GET') return { method, path };
  return { method, path, headers: { 'Content-Type': 'application/json' }, body: '{}' };
}

/** As it stands in a path. */
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
  const { random, world } = context;
  const site = world.site(random);
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
    `${site.path}/`,
    `${site.path}//`,
    `/${site.path}`,
    site.path.toUpperCase(),
    site.path.replaceAll('_', '-'),
    site.path.slice(0, -1),
    `${site.path}/${world.key(random, site)}/nothing`,
    `${site.path}/${world.key(random, site)}/nothing/1/nothing`,
    `${site.path};a=b`,
    `${site.path}%2F1`,
    encodeURI(site.path.replace('/', '/%6f')),
    `${site.path}?`,
    `${site.path}#a`,
  ]);
  return { method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']), path: path || '/' };
}

function queryString(context: KindContext): RequestDraft {
  const { random, world } = context;
  const site = world.site(random);
  const path = random.chance(0.5) ? site.path : `${site.path}/${world.key(random, site)}`;
  const query = random.list(1, 3, () => random.pick(QUERIES)).join('&');
  return { method: 'GET', path: `${path}?${query}` };
}

/** Without the parameters of searches, pages and selections, which have kinds of their own. */
const QUERIES: readonly string[] = [
  ...['', '&', '=', 'x', 'x=', '=x', 'x=1', 'x=1&x=2', 'x[]=1', 'x[y]=1', 'x[y][z]=1', 'x%5By%5D=1', 'a.b=c'],
  ...['%', '%zz', 'x=%', 'x=%ff', 'x=%00', 'x=%E2%82', 'x=+', 'x=%2B', 'x=a%26b', '?', '??x', 'x=#', 'x=1;y=2'],
  ...['__proto__=1', '__proto__[a]=1', 'constructor=1', 'constructor.prototype=1', 'toString=1', 'hasOwnProperty=1'],
  ...['id=1', 'Content-Type=x', 'authorization=x', 'accept=text/csv', 'prefer=handling=strict', 'if-match=*'],
  `x=${'y'.repeat(2000)}`,
  'x=1&'.repeat(200),
];
