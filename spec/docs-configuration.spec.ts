import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { AggregateConfiguration } from '../lib';
import { ContainerConfiguration } from '../lib/core';
import { pages } from './support/pages';

/** The parts of Joi's description of a schema that are read here. */
interface Described {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
}

interface Accepted {
  readonly key: string;
  /** Whether it contains entries of any name. */
  readonly isMap: boolean;
}

type Section = Readonly<Record<string, unknown>>;

describe('docs/configuration.md', () => {
  it('lists every key of config/defaults.yml with its default, and no other default', () => {
    const { serializers: _, ...shipped } = shippedDefaults();
    const documented = rowsOfPage().filter(({ fallback }) => fallback.startsWith('`'));

    expect(documented.map(({ key, fallback }) => `${key}: ${fallback}`).sort()).toEqual(
      valuesOf(shipped, '')
        .map(([key, value]) => `${key}: \`${typeof value === 'object' ? JSON.stringify(value) : value}\``)
        .sort(),
    );
  });

  it('lists every key that a container or an application accepts, and no other', () => {
    const accepted = acceptedKeys();
    const documented = [...new Set(rowsOfPage().map(({ key }) => key))];

    const isSectionOrEntry = (key: string) =>
      accepted.some((one) => isInside(one.key, key) || (one.isMap && isInside(key, one.key)));
    const known = accepted.map(({ key }) => key);
    expect(known.filter((key) => !documented.includes(key))).toEqual([]);
    expect(documented.filter((key) => !known.includes(key) && !isSectionOrEntry(key))).toEqual([]);
  });

  it('has the rows of a section under its heading', () => {
    const sections = read('docs/configuration.md').split(/^## /m).slice(1);
    const misplaced = sections.flatMap((section) => {
      const [heading = ''] = section.split('\n', 1);
      const keys = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key = '']) => key);
      return keys.filter((key) => /[.[]/.test(key) && !key.startsWith(`${heading}.`) && heading !== 'content');
    });

    expect(sections.length).toBeGreaterThan(5);
    expect(misplaced).toEqual([]);
  });
});

describe('The YAML of the pages', () => {
  const blocks = [...pages()].flatMap(([page, text]) =>
    [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = '']) => ({ page, block })),
  );

  it('is a configuration with known keys', () => {
    const accepted = [...acceptedKeys(), ...OWN_KEYS.map((key) => ({ key, isMap: false }))];
    const isKnown = (key: string) =>
      accepted.some((one) => one.key === key || (one.isMap && isInside(key, one.key)) || isInside(one.key, key));

    const strangers = blocks.flatMap(({ page, block }) =>
      valuesOf(load(block), '')
        .map(([key]) => key.replace(/\[\]$/, ''))
        .filter((key) => !isKnown(key))
        .map((key) => `${page}: ${key}`),
    );

    expect(blocks.length).toBeGreaterThan(10);
    expect(strangers).toEqual([]);
  });
});

/** Keys that the applications of the examples declare. */
const OWN_KEYS = ['capacity'];

describe('docs/core/serializers.md', () => {
  it('lists every serializer of config/defaults.yml with its media type', () => {
    const shipped = shippedDefaults().serializers as Readonly<Record<string, { class: string }>>;
    const listed = [...read('docs/core/serializers.md').matchAll(/^\| `(\w+)` \| `([\w/+-]+)` \|/gm)];

    expect(listed.map(([, name, mediaType]) => [mediaType, { class: name }])).toEqual(
      expect.arrayContaining(Object.entries(shipped)),
    );
    expect(listed).toHaveLength(Object.keys(shipped).length);
  });
});

function read(path: string): string {
  return readFileSync(join(__dirname, '..', path), 'utf8');
}

function shippedDefaults(): Section {
  return load(read('config/defaults.yml')) as Section;
}

/** The first cell of a row is the key, the third its default. */
function rowsOfPage(): { key: string; fallback: string }[] {
  const rows = read('docs/configuration.md').matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|/gm);
  return [...rows].map(([, key = '', fallback = '']) => ({ key, fallback }));
}

/** Every single value by dotted key; those inside a list of sections by `[]`. */
function valuesOf(value: unknown, key: string): [string, unknown][] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((element) => valuesOf(element, `${key}[]`));
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) => valuesOf(inner, dotted(key, name)));
}

function acceptedKeys(): Accepted[] {
  return [ContainerConfiguration, AggregateConfiguration].flatMap((Class) =>
    Object.entries(Class.keys()).flatMap(([key, schema]) => keysOf(schema.describe() as Described, key)),
  );
}

function keysOf({ type, keys, items }: Described, key: string): Accepted[] {
  if (keys) return Object.entries(keys).flatMap(([name, inner]) => keysOf(inner, dotted(key, name)));
  if (items?.[0]?.keys) return keysOf(items[0], `${key}[]`);
  return [{ key, isMap: type === 'object' }];
}

function isInside(key: string, section: string): boolean {
  return key.startsWith(`${section}.`) || key.startsWith(`${section}[`);
}

function dotted(key: string, name: string): string {
  return key ? `${key}.${name}` : name;
}
