import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { START_ERROR_CODES, StartError } from '../lib/core';
import { StopError } from '../lib/core/container/errors';
import { OPTION_ERROR_CODES, OptionError, PACKAGE_ERROR_CODES, PackageError } from '../lib/foundation';
import { METADATA_ERROR_CODES, MetadataError } from '../lib/metadata';
import * as operations from '../lib/operations';
import * as persistence from '../lib/persistence';
import { RESOURCE_ERROR_CODES, ResourceError, SCAN_ERROR_CODES } from '../lib/rest';
import { ScanError } from '../lib/rest/errors';
import { SECURITY_ERROR_CODES, SecurityError } from '../lib/security';
import { TESTING_ERROR_CODES, TestingError } from '../lib/testing';
import * as values from '../lib/values';

const { PERSISTENCE_ERROR_CODES, PersistenceError } = persistence;

/** A variable of a message, which the page shows as a word in italics. */
const FACT = '*';
const FACTS = Array<string>(8).fill(FACT);

/** `CODE Class: message`, for each code of each room. */
const DECLARED = [
  ...START_ERROR_CODES.filter((code) => code !== 'STOP_TIMED_OUT').map((code) => new StartError(code, ...FACTS)),
  new StopError(FACT, Number.NaN),
  ...OPTION_ERROR_CODES.map((code) => new OptionError(code, ...FACTS)),
  ...PACKAGE_ERROR_CODES.map((code) => new PackageError(code, ...FACTS)),
  ...METADATA_ERROR_CODES.map((code) => new MetadataError(code, ...FACTS)),
  ...PERSISTENCE_ERROR_CODES.map((code) => new PersistenceError(code, FACTS)),
  ...SCAN_ERROR_CODES.map((code) => new ScanError(code, FACTS)),
  ...RESOURCE_ERROR_CODES.map((code) => new ResourceError(code, ...FACTS)),
  ...SECURITY_ERROR_CODES.map((code) => new SecurityError(code, ...FACTS)),
  ...TESTING_ERROR_CODES.map((code) => new TestingError(code, ...FACTS)),
];

const PAGE = readFileSync('docs/errors.md', 'utf8');
const ROWS = [...PAGE.matchAll(/^\| `([A-Z_]+)` \| `(\w+)` \| (.+) \|$/gm)]
  .map(([, code, type, message]) => ({ code: code!, type: type!, message: withoutNames(message!) }))
  .filter(({ type }) => type !== 'SeveralMistakes');

/** The message of the page with {@link FACT}s in place of its variables. */
function withoutNames(message: string): string {
  const text = message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('\\|', '|');
  return text.replace(/\*[^*]+\*/g, FACT).replace(/ \(While serving: .*\)$/, '');
}

describe('docs/errors.md', () => {
  it('lists every code of every room, and no other', () => {
    const declared = DECLARED.map(({ code, name }) => `${code} ${name}`);

    expect(ROWS.map(({ code, type }) => `${code} ${type}`).sort()).toEqual(declared.sort());
  });

  it('covers every class of errors with codes', () => {
    const sources = globSync('lib/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    const classes = sources.flatMap((text) => [...text.matchAll(/class (\w+) extends CodedError\b/g)]);

    expect([...new Set(DECLARED.map(({ name }) => name))].sort()).toEqual(classes.map(([, name]) => name).sort());
  });

  it('has the message of each code', () => {
    const differing = DECLARED.flatMap(({ code, name, message }) => {
      const expected = message.replace('NaN', FACT).replace(/\s+/g, ' ');
      const shown = ROWS.find((row) => row.code === code && row.type === name)?.message ?? '';
      // The page spells out a hint that the message ends with in some cases.
      const isSame = shown === expected || (expected.endsWith(FACT) && shown.startsWith(expected.slice(0, -1)));
      return isSame ? [] : [{ code, shown, expected }];
    });

    expect(differing).toEqual([]);
  });

  it('lists every error of operations, persistence and values without a code, with its status', () => {
    const exported = [operations, persistence, values].flatMap((room) => Object.entries(room));
    const classes = exported.flatMap(([name, value]) => {
      const isError = typeof value === 'function' && (value as { prototype?: unknown }).prototype instanceof Error;
      return isError && name !== 'PersistenceError' && name !== 'DatabaseErrorBase' ? [name] : [];
    });
    const listed = [...PAGE.matchAll(/^\| `(\w+Error)` \| \d{3}[^|]* \|/gm)].map(([, name]) => name);

    expect(listed.sort()).toEqual(classes.sort());
  });
});
