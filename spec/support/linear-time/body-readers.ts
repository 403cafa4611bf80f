import {
  CsvSerializer,
  FormSerializer,
  JsonSerializer,
  type MediaType,
  MultipartSerializer,
  type Serializer,
  TextSerializer,
  XmlSerializer,
  YamlSerializer,
} from '../../../lib/core';
import type { Measured } from './cpu-growth';

/** An eighth of the default body limit. Larger bodies exceed the caches, and memory would be measured instead of code. */
const BODY_BYTES = 128 * 1024;

type Text = (n: number) => string;

/** Joins parts, each with its number. */
const counted =
  (part: (index: number) => string, separator = '') =>
  (n: number) =>
    Array.from({ length: n / part(n).length }, (_, index) => part(index)).join(separator);
const repeated =
  (part: string, before = '', after = '') =>
  (n: number) =>
    before + part.repeat(n / part.length) + after;

const JSON_TEXTS: Record<string, Text> = {
  'many keys': (n) => `{${counted((i) => `"key${i}":${i}`, ',')(n)}}`,
  'many objects': (n) => `[${counted((i) => `{"a":${i}}`, ',')(n)}]`,
  'exact numbers': (n) => `[${counted((i) => `9007199254740993.${i}`, ',')(n)}]`,
  'one number': repeated('0', '[1', '1]'),
  'a long fraction': repeated('0', '[1.', '1]'),
  escapes: repeated('\\"', '"', '"'),
  'an open string': repeated('\\"', '"'),
  quotes: repeated('"'),
  blanks: repeated(' ', '[1', 'x'),
  'open brackets': repeated('['),
  'long keys twice': (n) => `{"${'a'.repeat(n / 2)}":1,"${'a'.repeat(n / 2)}":2}`,
};

const XML_TEXTS: Record<string, Text> = {
  'many elements': repeated('<b/>', '<a>', '</a>'),
  'many names': (n) => `<a>${counted((i) => `<b${i}>1</b${i}>`)(n)}</a>`,
  attributes: (n) => `<a ${counted((i) => `a${i}="1"`, ' ')(n)}/>`,
  'one attribute': repeated('x', '<a b="', '"/>'),
  'blanks in a tag': repeated(' ', '<a', 'x'),
  entities: repeated('&amp;', '<a>', '</a>'),
  'an open entity': repeated('x', '<a>&', '</a>'),
  'a comment': repeated('- ', '<!--', '--><a/>'),
  'an open comment': repeated('<!--', '<a>'),
  CDATA: repeated(']]', '<a><![CDATA[', ']]></a>'),
  'open angles': repeated('<'),
  lines: repeated('\r\n', '<a>', '</a>'),
  'open elements': repeated('<a>'),
  'junk behind the root': repeated(' ', '<a/>', 'x'),
};

const YAML_TEXTS: Record<string, Text> = {
  'many keys': counted((i) => `key${i}: ${i}\n`),
  'a list': repeated('- a\n'),
  'a flow list': repeated('a, ', '[', 'a]'),
  'a flow map': (n) => `{${counted((i) => `k${i}: ${i}`, ', ')(n)}}`,
  'a long line': repeated('a ', 'a: '),
  'folded lines': repeated('  a\n', 'a: >\n'),
  'plain lines': repeated(' a\n', 'a:\n'),
  'blank lines': repeated('\n', 'a: "', '"'),
  comments: repeated('# a\n'),
  anchors: counted((i) => `- &a${i} 1\n`),
  escapes: repeated('\\n', '"', '"'),
  'an open string': repeated("''", "'"),
  'open brackets': repeated('['),
  questions: repeated('? '),
  tags: repeated('!!str ', 'a: '),
  digits: repeated('0', '- 1', '1'),
  documents: repeated('---\n'),
  tabs: repeated('\t', 'a:\n'),
  blanks: repeated(' ', 'a:', 'x'),
  colons: repeated(': '),
};

const CSV_TEXTS: Record<string, Text> = {
  'many rows': repeated('1,2\n', 'a,b\n'),
  'many columns': (n) => `${counted((i) => `c${i}`, ',')(n)}\n1`,
  quotes: repeated('""', 'a\n"', '"'),
  'an open quote': repeated('a', 'a\n"'),
  'blank lines': repeated('\r\n', 'a,b'),
  apostrophes: repeated("'", 'a\n'),
  formulas: repeated("\n'=", 'a\n"', '"'),
  'carriage returns': repeated('\r', 'a\n"', '"'),
};

const FORM_TEXTS: Record<string, Text> = {
  'many fields': counted((i) => `k${i}=${i}`, '&'),
  ampersands: repeated('&'),
  'one value': repeated('+', 'a='),
  percents: repeated('%20', 'a='),
  brackets: repeated('[a]', 'a'),
  'open brackets': repeated('['),
  'long names': (n) => Array.from({ length: 900 }, (_, i) => `${'a'.repeat(n / 900)}${i}=1`).join('&'),
};

const PART = (name: string, text: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

const MULTIPART_TEXTS: Record<string, Text> = {
  'one field': (n) => `${PART('a', 'x'.repeat(n))}--b--`,
  'many parts': (n) => `${Array.from({ length: 900 }, (_, i) => PART(`a${i}`, 'x'.repeat(n / 900))).join('')}--b--`,
  'half boundaries': (n) => `${PART('a', '\r\n--'.repeat(n / 4))}--b--`,
  'a long header': (n) =>
    `--b\r\nContent-Disposition: form-data; name="a"${'; filename="a"x'.repeat(n / 15)}\r\n\r\n\r\n--b--`,
  'long headers': (n) =>
    `${Array.from({ length: n / 2000 }, () => PART(`a"${'; filename="a"x'.repeat(125)}; x="`, '')).join('')}--b--`,
  'header lines': (n) => `--b\r\n${'a\r\n'.repeat(n / 3)}\r\n\r\n--b--`,
  quotes: (n) => PART('"a'.repeat(n / 2), ''),
  'blanks behind a boundary': (n) => `--b${' '.repeat(n)}x`,
  'no end': (n) => PART('a', '\r\n\r\n'.repeat(n / 4)),
};

type Reader = readonly [serializer: Serializer, mediaType: MediaType, texts: Record<string, Text>];

const mediaType = (name: string, parameters = {}): MediaType => ({ name, parameters });

const READERS: readonly Reader[] = [
  [new JsonSerializer(), mediaType('application/json'), JSON_TEXTS],
  [new XmlSerializer(), mediaType('application/xml'), XML_TEXTS],
  [new YamlSerializer(), mediaType('application/yaml'), YAML_TEXTS],
  [new CsvSerializer(), mediaType('text/csv'), CSV_TEXTS],
  [new FormSerializer(), mediaType('application/x-www-form-urlencoded'), FORM_TEXTS],
  [new MultipartSerializer(), mediaType('multipart/form-data', { boundary: 'b' }), MULTIPART_TEXTS],
  [new TextSerializer(), mediaType('text/plain'), { 'a long text': repeated('\u00e4') }],
];

/** Readers of bodies. */
export const bodyReaders: readonly Measured[] = READERS.flatMap(([serializer, type, texts]) =>
  Object.entries(texts).map(([name, text]) => ({
    name: `${serializer.constructor.name}.read: ${name}`,
    most: BODY_BYTES,
    largest: 8 * BODY_BYTES,
    input: (n) => Buffer.from(text(n)),
    read: (bytes: Buffer) => serializer.read?.(bytes, type),
  })),
);

const CONTENTS: Record<string, (n: number) => unknown> = {
  'a long text': (n) => ({ a: '"\r\n=&<'.repeat(n / 6) }),
  blanks: (n) => ({ a: `x${' '.repeat(n)}x` }),
  lines: (n) => ({ a: '\n'.repeat(n) }),
  words: (n) => ({ a: 'word '.repeat(n / 5) }),
  'many rows': (n) => Array.from({ length: n / 20 }, (_, id) => ({ id, note: 'a' })),
  'many fields': (n) => Object.fromEntries(Array.from({ length: n / 10 }, (_, id) => [`key ${id}`, 'a'])),
};

/** Writers of content that clients have sent. */
export const contentWriters: readonly Measured[] = READERS.flatMap(([serializer]) =>
  Object.entries(isOurs(serializer) ? CONTENTS : {}).map(([name, content]) => ({
    name: `${serializer.constructor.name}.write: ${name}`,
    most: BODY_BYTES,
    largest: 8 * BODY_BYTES,
    input: content,
    read: (given: unknown) => serializer.write?.(given),
  })),
);

/** The engine writes JSON and text. */
function isOurs(serializer: Serializer): boolean {
  return (
    serializer.write !== undefined && !(serializer instanceof JsonSerializer || serializer instanceof TextSerializer)
  );
}
