import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Context } from 'koa';
import { Random } from '../../../bench/fuzz/random';
import { readCookie } from '../../../lib/core/http/cookie';
import { isKnownTag } from '../../../lib/core/http/entity-tag';
import { baseMediaType, parseMediaType } from '../../../lib/core/http/media-type';
import { negotiate } from '../../../lib/core/http/negotiation';

const HEADERS = 10_000;
const TAG = '"7-x2Fq"';
const OFFERED = ['application/json', 'text/csv', 'application/xml'];
const READ = ['application/json', 'application/xml', 'application/yaml', 'text/csv', 'multipart/form-data'];

const app = new Koa();
const random = new Random(35);

/** Headers of one kind: one header each time. */
type Kinds = Readonly<Record<string, () => string>>;

/** The kinds among whose headers there is one that we read in another way than Koa with its packages. */
function differing(kinds: Kinds, ours: (header: string) => unknown, koas: (header: string) => unknown): string[] {
  const found = new Set<string>();
  const each = Math.ceil(HEADERS / Object.keys(kinds).length);
  for (const [kind, header] of Object.entries(kinds)) {
    for (let left = each; left > 0; left--) {
      const text = header();
      if (outcomeOf(ours, text) !== outcomeOf(koas, text)) found.add(kind);
    }
  }
  return [...found];
}

function outcomeOf(read: (header: string) => unknown, text: string): unknown {
  try {
    return read(text) || undefined;
  } catch {
    return 'rejected';
  }
}

/** The context of a GET request. */
function contextOf(headers: Record<string, string>): Context {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', headers });
  return app.createContext(request, new ServerResponse(request));
}

const someOf = (choices: readonly string[], most = 4) => random.list(1, most, () => random.pick(choices));

/** Each at most once, in any order. */
function shuffled<T>(choices: readonly T[]): T[] {
  const left = [...choices];
  return choices.map(() => left.splice(random.integer(0, left.length - 1), 1)[0]!);
}

describe('Accept is negotiated as Koa does', () => {
  const RANGES = [...OFFERED, 'application/*', 'text/*', '*/*', 'image/png', 'Application/YAML'];
  const WEIGHTS = ['', ';q=0', ';q=0.5', ';q=.25', '; q=0.8', ';Q=0.125', ';q=0.33', ';q=x'];
  const weighted = () => {
    const weights = shuffled(WEIGHTS);
    return shuffled(RANGES)
      .slice(random.integer(0, RANGES.length - 1))
      .map((range, index) => range + weights[index]);
  };
  const withOne = (one: string) => () => shuffled([...weighted(), one]).join(', ');

  it('except where it goes by the order of the header, or by parameters', () => {
    const kinds: Kinds = {
      'ranges with weights': () => weighted().join(random.pick([',', ', ', ' , '])),
      'no header': () => '',
      'a range without a slash': () => withOne(random.pick(['json', '*', '*;q=0.1', ';', '']))(),
      'equal weights': () => shuffled(RANGES).slice(4).join(', '),
      'a range twice': () => withOne(`${random.pick(OFFERED)};q=0.9`)(),
      'a parameter': () => withOne(`${random.pick(OFFERED)};charset=utf-8`)(),
      'a weight beyond 1': () => withOne(`${random.pick(OFFERED)};q=1.5`)(),
      'a subtype of any type': () => withOne('*/json;q=0.9')(),
    };

    const kindsFound = differing(
      kinds,
      (accept) => negotiate(accept, OFFERED),
      (accept) => contextOf({ accept }).accepts(OFFERED),
    );

    expect(kindsFound).toEqual([
      'equal weights',
      'a range twice',
      'a parameter',
      'a weight beyond 1',
      'a subtype of any type',
    ]);
  });
});

describe('If-None-Match is compared as Koa does', () => {
  const TAGS = [TAG, `W/${TAG}`, '"a"', '"a,b"', '""', 'W/"z"'];
  const MALFORMED = ['7-x2Fq', '*', 'w/"a"', '"open', 'W/ "a"', '"x y"', '"a" "b"'];
  const matches = (header: string, more: Record<string, string> = {}) => {
    const context = contextOf({ 'if-none-match': header, ...more });
    context.status = 200;
    context.set('ETag', TAG);
    return context.fresh;
  };
  const kinds: Kinds = {
    tags: () => someOf(TAGS).join(random.pick([',', ', ', ' , ', ',,'])),
    'any tag': () => '*',
    'tabs around commas': () => someOf(TAGS).join('\t,\t'),
    'a malformed tag': () => shuffled([...someOf(TAGS), random.pick(MALFORMED)]).join(', '),
  };

  it('except with tabs, which RFC 9110 allows, and malformed tags, which are rejected', () => {
    const kindsFound = differing(kinds, (header) => isKnownTag(header, TAG), matches);

    expect(kindsFound).toEqual(['tabs around commas', 'a malformed tag']);
  });

  it('except with Cache-Control: no-cache, which leaves the condition as it is', () => {
    const kindsFound = differing(
      { tags: kinds.tags! },
      (header) => isKnownTag(header, TAG),
      (header) => matches(header, { 'cache-control': 'no-cache' }),
    );

    expect(kindsFound).toEqual(['tags']);
  });
});

describe('A cookie is read as Koa does', () => {
  const NAMES = ['sid', 'sid', 'sid', 'xsid', 'sid2', 'SID', 'a'];
  const withValues = (values: readonly string[], separator: string) => () =>
    random.list(1, 4, () => `${random.pick(NAMES)}=${random.pick(values)}`).join(separator);

  it('except that its value is decoded, and blanks and single quotes are no part of the grammar', () => {
    const plain = ['abc', '', 'a=b', '"abc"', 'a,b', '100%'];
    const kinds: Kinds = {
      pairs: withValues(plain, '; '),
      'pairs without blanks': withValues(plain, ';'),
      'a percent-encoded value': withValues([...plain, 'a%20b'], '; '),
      'a quote at one end': withValues([...plain, '"a'], '; '),
      'blanks around values': withValues(plain, ' ; '),
      'tabs around pairs': withValues(plain, ';\t'),
    };

    const kindsFound = differing(
      kinds,
      (cookie) => readCookie(cookie, 'sid'),
      (cookie) => contextOf({ cookie }).cookies.get('sid', { signed: false }),
    );

    expect(kindsFound).toEqual([
      'a percent-encoded value',
      'a quote at one end',
      'blanks around values',
      'tabs around pairs',
    ]);
  });
});

describe('Content-Type is recognized as Koa does', () => {
  const PARAMETERS = ['', ';charset=utf-8', '; charset="utf-8"', '; header=present', ' ;charset=utf-8', '; a="b;c"'];
  const typed = (types: readonly string[], parameters = PARAMETERS) => {
    return () => random.pick(types) + random.pick(parameters);
  };
  const WITH_SUFFIX = [...READ.filter((type) => type.startsWith('application/')), '+json', '+xml', '+yaml'];

  it('except by the other names of a type, and where a parameter is malformed', () => {
    const kinds: Kinds = {
      types: typed([...READ, 'Application/JSON', 'image/png']),
      'types with a suffix': typed(['application/merge-patch+json', 'application/vnd.a+xml', 'text/csv+yaml']),
      'no type': typed(['json', 'a/b/c', '', '/x', 'a b/c', 'application/', 'application/json/']),
      'another name of a type': typed(['text/xml', 'text/yaml', 'application/x-yaml']),
      'a malformed parameter': typed(READ, [';charset=', '; boundary=a b', ';charset', '; a="b', '; =b']),
    };

    const kindsFound = differing(
      kinds,
      (header) => {
        const base = baseMediaType(parseMediaType(header)?.name ?? '');
        return READ.includes(base) && base;
      },
      (header) => {
        const type = contextOf({ 'content-type': header, 'content-length': '1' }).is([...READ, ...WITH_SUFFIX]);
        return type ? type.replace(/^.*[+]/, 'application/') : undefined;
      },
    );

    expect(kindsFound).toEqual(['another name of a type', 'a malformed parameter']);
  });
});

describe('Vary is completed by Koa', () => {
  it('names each header once, and none beside *', () => {
    const kinds: Kinds = {
      names: () => someOf(['Accept', 'accept', 'Origin', 'X-Tenant']).join(random.pick([',', ', '])),
      'any header': () => shuffled([...someOf(['Accept', 'Origin']), '*']).join(', '),
      'no header': () => '',
    };
    const expected = (vary: string) => {
      const names = vary.toLowerCase().split(/, ?/);
      if (names.includes('*')) return '*';
      if (names.includes('accept')) return vary;
      return vary ? `${vary}, Accept` : 'Accept';
    };

    const kindsFound = differing(kinds, expected, (vary) => {
      const context = contextOf({});
      context.set('Vary', vary);
      context.vary('Accept');
      return context.response.get('Vary');
    });

    expect(kindsFound).toEqual([]);
  });
});
