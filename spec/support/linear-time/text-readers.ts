import { readCookie } from '../../../lib/core/http/cookie';
import { entityTagsIn } from '../../../lib/core/http/entity-tag';
import { parseMediaType } from '../../../lib/core/http/media-type';
import { negotiate } from '../../../lib/core/http/negotiation';
import { shapeOf } from '../../../lib/core/http/path-template';
import { readQuery } from '../../../lib/core/http/query';
import { redactMessage } from '../../../lib/core/http/redact-message';
import { pathBelow, pathOf, queryOf } from '../../../lib/core/koa/request-target';
import { camelCase, lowerFirst, pluralize, singularize, snakeCase, WireNames } from '../../../lib/naming';
import { withoutPassword } from '../../../lib/persistence/database-url';
import { mysql } from '../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';
import { statementsIn } from '../../../lib/persistence/migrations/sql-file';
import { statementKind } from '../../../lib/persistence/statement-kind';
import { redactLiterals } from '../../../lib/persistence/statements/redact-literals';
import { preferencesOf } from '../../../lib/rest/chain/preferences';
import { fromText, isTextFormat } from '../../../lib/rest/payload/from-text';
import { wirePath } from '../../../lib/rest/payload/wire-path';
import { parseNames } from '../../../lib/rest/selection/name-tree';
import { credentialsOf } from '../../../lib/security/authenticator';
import { argumentCodecs, type Codec, codecOf, ExactNumber, type FieldType } from '../../../lib/values';
import type { Measured } from './cpu-growth';

/** Twice the limit of all headers. The engine stores longer strings elsewhere, which is slower by a constant. */
const MOST_CHARACTERS = 32 * 1024;

/** Texts that make patterns backtrack. */
const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `1${'0'.repeat(n)}1`,
  (n) => `1.${'0'.repeat(n)}1`,
  (n) => `2026-01-31T08:30:00.${'0'.repeat(n)}x`,
  (n) => `2026-01-31T08:30:00.${'0'.repeat(n)}1Z`,
  (n) => '9'.repeat(n),
  (n) => `1e${'9'.repeat(n)}`,
  (n) => '-'.repeat(n),
  (n) => `a${' '.repeat(n)}!`,
  (n) => `Basic${' '.repeat(n)}!`,
  (n) => `a${'\t'.repeat(n)}!`,
  (n) => 'A'.repeat(n),
  (n) => `a${'_'.repeat(n)}!`,
  (n) => 'aB'.repeat(n / 2),
  (n) => `${','.repeat(n)}x`,
  (n) => `a/b${';'.repeat(n)}x`,
  (n) => `a/b${';a="x'.repeat(n / 5)}`,
  (n) => '='.repeat(n),
  (n) => 'a=b&'.repeat(n / 4),
  (n) => 'a=b; '.repeat(n / 5),
  (n) => `"${'\\"'.repeat(n / 2)}`,
  (n) => "'".repeat(n),
  (n) => "\\'".repeat(n / 2),
  (n) => 'a.'.repeat(n / 2),
  (n) => `/${'/a'.repeat(n / 2)}`,
  (n) => `/${'{a}'.repeat(n / 3)}`,
  (n) => `http://${'a:'.repeat(n / 2)}`,
  (n) => '%20'.repeat(n / 3),
  (n) => '['.repeat(n),
  (n) => '{"a":'.repeat(n / 5),
  (n) => '\ud800'.repeat(n),
  (n) => '\r\n'.repeat(n / 2),
  (n) => '@'.repeat(n),
  (n) => Array.from({ length: n / 8 }, (_, index) => `name${index}`).join(','),
  (n) => Array.from({ length: n / 8 }, (_, index) => `name${index}=1`).join('&'),
  (n) => Array.from({ length: n / 8 }, (_, index) => `name${index}=1`).join('; '),
];

const FIELDS: readonly FieldType[] = [
  { kind: 'string', maxLength: 255 },
  { kind: 'text', maxBytes: 65_535 },
  { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n },
  { kind: 'duration', unit: 'milliseconds', max: 2n ** 63n - 1n },
  { kind: 'decimal', precision: 20, scale: 4, isUnsigned: false },
  { kind: 'float', isSingle: true, isUnsigned: false },
  { kind: 'boolean' },
  { kind: 'datetime', precision: 3 },
  { kind: 'date' },
  { kind: 'time' },
  { kind: 'enum', values: ['a', 'b'] },
  { kind: 'uuid' },
  { kind: 'json' },
];

const HONOURING_ALL = { input: { missing: 'report', preferences: ['handling=strict', 'return=minimal'] } } as never;

const READERS: Record<string, (text: string) => unknown> = {
  snakeCase,
  camelCase,
  lowerFirst,
  pluralize,
  singularize,
  WireNames: (text) => new WireNames(text.split(/[,&;]/)),
  wirePath: (text) => wirePath(text.split('.')),
  'the target of a request': (text) => [pathOf(text), queryOf(text), pathBelow(text, '/a')],
  'a query string': readQuery,
  'names of include and exclude': (text) => parseNames('include', [text]),
  'a path template': (text) => shapeOf(text),
  'Content-Type': parseMediaType,
  Accept: (text) => negotiate(text, ['application/json', 'text/csv', 'application/xml']),
  'If-Match': (text) => entityTagsIn('If-Match', text),
  Cookie: (text) => readCookie(text, 'sid'),
  Prefer: (text) => preferencesOf(HONOURING_ALL, { headers: { prefer: text } } as never),
  Authorization: (text) => credentialsOf({ headers: { authorization: text } } as never, 'Basic'),
  'a media type of text': isTextFormat,
  'JSON in a cell': (text) => fromText({ kind: 'json' }, text),
  'an SQL statement for a log': (text) => [redactLiterals(text, mysql.syntax), redactLiterals(text, sqlite.syntax)],
  'the message of a database for a log': (text) => [redactMessage(text), redactMessage(`near '${text}`)],
  'an SQL statement of a read-only unit of work': (text) => [
    statementKind(`WITH ${text}`, mysql.syntax),
    statementKind('('.repeat(text.length), sqlite.syntax),
  ],
  'the statements of a migration': (text) => [
    statementsIn(`CREATE TRIGGER a BEGIN ${text}`, mysql.syntax),
    statementsIn(text, sqlite.syntax),
  ],
  'a database URL for a log': withoutPassword,
};

/** Names, headers and similar texts: each reader with all texts. */
export const textReaders: readonly Measured[] = Object.entries(READERS).map(([name, read]) => measured(name, read));

/** Values of columns and arguments, from JSON and from text formats. */
export const valueReaders: readonly Measured[] = [
  ...FIELDS.map((type) => measured(`a value of ${type.kind}`, (text) => readValue(codecOf(type), type, text))),
  ...Object.entries(argumentCodecs).map(([kind, codec]) =>
    measured(`an argument of ${kind}`, (text) => readJson(codec, text)),
  ),
];

function readValue(codec: Codec, type: FieldType, text: string): void {
  readJson(codec, text);
  codec.read(fromText(type, text));
}

function readJson(codec: Codec, text: string): void {
  codec.read(text);
  codec.read(new ExactNumber(text));
}

function measured(name: string, read: (text: string) => unknown): Measured {
  return {
    name,
    most: MOST_CHARACTERS,
    input: (n) => SHAPES.map((shape) => shape(n)),
    read: (texts: readonly string[]) => texts.forEach((text) => void attempt(read, text)),
  };
}

function attempt(read: (text: string) => unknown, text: string): void {
  try {
    read(text);
  } catch {
    // Rejected after it has been read.
  }
}
