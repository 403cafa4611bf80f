import { jsonText } from '../json-text';
import type { RequestDraft } from '../request';
import type { KindContext, RequestKind } from './request-kind';

/** Other methods, invalid JSON, and unsupported media types and headers. */
export const PROTOCOL_KINDS: readonly RequestKind[] = [
  { name: 'head', weight: 3, make: (context) => bodiless(context, ['HEAD']) },
  { name: 'options', weight: 2, make: (context) => bodiless(context, ['OPTIONS']) },
  { name: 'other method', weight: 2, make: (context) => bodiless(context, OTHER_METHODS) },
  { name: 'malformed JSON', weight: 6, make: malformed },
  { name: 'odd JSON', weight: 4, make: oddJson },
  { name: 'content type', weight: 5, make: contentType },
  { name: 'accept', weight: 4, make: accept },
  { name: 'unexpected body', weight: 2, make: unexpectedBody },
];

const OTHER_METHODS = [
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LINK',
  'REPORT',
  'MKCOL',
  'COPY',
  'SEARCH',
  'POST',
  'PUT',
  'PATCH',
];

function bodiless(context: KindContext, methods: readonly string[]): RequestDraft {
  return { method: context.random.pick(methods), path: anyPath(context) };
}

function anyPath({ random, entities }: KindContext): string {
  const resource = entities.resource(random);
  return random.chance(0.5) ? resource.path : entities.entityPath(random, resource);
}

/** A write whose valid JSON the function replaces. */
function write({ random, entities, payloads }: KindContext, replace: (valid: string) => string | Buffer): RequestDraft {
  const resource = entities.resource(random);
  const isCreate = random.chance(0.6);
  const valid = jsonText(
    isCreate ? payloads.forCreate(resource.entity, resource.collection) : payloads.forUpdate(resource.entity),
  );
  const path = isCreate ? resource.path : entities.entityPath(random, resource);
  const method = isCreate ? 'POST' : random.pick(['PUT', 'PATCH']);
  return { method, path, headers: { 'Content-Type': 'application/json' }, body: replace(valid), resource };
}

function malformed(context: KindContext): RequestDraft {
  const { random } = context;
  return write(context, (valid) => {
    const choices: readonly (string | Buffer)[] = [
      ...MALFORMED,
      valid.slice(0, random.integer(0, valid.length - 1)),
      `${valid}${valid}`,
      `${valid}x`,
      `${valid.slice(0, -1)},}`,
      valid.replaceAll('"', "'"),
      `\ufeff${valid}`,
      `/* */${valid}`,
      Buffer.from(valid, 'utf16le'),
      Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from(',"a":"\xff"}', 'latin1')]),
    ];
    return random.pick(choices);
  });
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const MALFORMED: readonly string[] = [
  ...['', ' ', '{', '}', '[', '"', 'null null', 'nul', 'undefined', 'NaN', '-', '01', '1.', '.5', '+1', '1e', '0x10'],
  ...['{a:1}', '{"a"}', '{"a":}', '{"a":1,}', '[1,]', '[,]', '{"a":1 "b":2}', '"\u0001"', '"\\x"', '"\\u12"', '"a\nb"'],
  ...['{"a":1,"a":2}', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '[{"a":1,"\\u0061":2}]'],
  ...[deep(100), deep(101), deep(20_000), `{"a":${'{"a":'.repeat(150)}1${'}'.repeat(151)}`],
];

/** Well-formed JSON that is neither an object nor an array of objects, has additional members, or is too large. */
function oddJson(context: KindContext): RequestDraft {
  const { random } = context;
  return write(context, (valid) =>
    random.pick([
      ...['null', 'true', '0', '-0', '1e400', '"text"', '[]', '{}', '[[]]', '[null]', '[{}]', '[1,"a",{}]', '{"":1}'],
      `[${valid}]`,
      `[${valid},${valid}]`,
      `[${valid},[${valid}]]`,
      `\r\n\t ${valid} \n`,
      valid.replace(/^\{/, '{"id":null,'),
      valid.replace(/^\{/, '{"created_at":null,"updated_at":null,'),
      valid.replace(/^\{/, '{"\\u0069d":1,'),
      `[${Array.from({ length: 1001 }, () => '{}').join(',')}]`,
      jsonText({ text: 'x'.repeat(1_100_000) }),
    ]),
  );
}

function contentType(context: KindContext): RequestDraft {
  const { random } = context;
  const draft = write(context, (valid) => valid);
  const [type, body] = random.pick(CONTENT_TYPES);
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
  return { ...draft, headers, body: body ?? draft.body };
}

/** Media types with a body; without one, the valid JSON is sent. */
const CONTENT_TYPES: readonly (readonly [type: string | undefined, body?: string])[] = [
  [undefined],
  [''],
  ['json'],
  ['*/*'],
  ['application/*'],
  ['application/json; charset=utf-8'],
  ['application/json; charset="UTF-8"'],
  ['application/json; charset=latin1'],
  ['application/json; charset=utf-16'],
  ['application/json;;;'],
  ['APPLICATION/JSON'],
  ['application/json, text/plain'],
  ['application/vnd.api+json'],
  ['application/problem+json'],
  ['application/merge-patch+json'],
  ['application/json-patch+json'],
  ['text/json'],
  ['text/plain'],
  ['text/plain', 'hello'],
  ['application/octet-stream'],
  ['application/xml', '<a><name>x</name></a>'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a><name>&b;</name></a>'],
  ['application/xml', '<a><b></a>'],
  ['application/xml', ''],
  ['application/yaml', 'name: x\ncode: y\n'],
  ['application/yaml', 'a: &a [*a]'],
  ['application/yaml', 'a: 1\na: 2'],
  ['application/yaml', '- name: x\n- name: y'],
  ['text/csv', 'name,code\nx,y\n'],
  ['text/csv', 'name\n"x'],
  ['application/x-www-form-urlencoded', 'name=x&code=y'],
  ['application/x-www-form-urlencoded', 'name=x&name=y&a[b]=c&__proto__=1'],
  ['application/x-www-form-urlencoded', '%'],
  ['multipart/form-data', 'name=x'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; na'],
];

function accept(context: KindContext): RequestDraft {
  const { random } = context;
  const headers = { Accept: random.pick(ACCEPTED), ...(random.chance(0.3) && { 'Content-Type': 'application/xml' }) };
  return { method: random.pick(['GET', 'GET', 'HEAD']), path: anyPath(context), headers };
}

const ACCEPTED: readonly string[] = [
  ...['*/*', 'application/json', 'application/xml', 'application/yaml', 'text/csv', 'text/*', 'application/*;q=0.1'],
  ...['text/html', 'image/png', 'text/csv;q=0', '*/*;q=0', 'application/json;q=0, */*', 'text/csv, application/json'],
  ...['', ',', ';', 'json', 'application/json;q=2', 'application/json;q=x', '*', 'a/b/c', 'text/csv;q=0.5, */*;q=0.4'],
];

function unexpectedBody(context: KindContext): RequestDraft {
  const { random } = context;
  const headers = { 'Content-Type': random.pick(['application/json', 'text/plain', 'nonsense']) };
  const body = random.pick(['{}', '{', '[]', '', 'null']);
  return { method: random.pick(['GET', 'DELETE', 'HEAD', 'OPTIONS']), path: anyPath(context), headers, body };
}
