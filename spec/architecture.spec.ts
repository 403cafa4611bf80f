import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { architectureFaults } from './support/architecture/architecture-faults';

const ROOT = join(__dirname, '..');

describe('The rooms of lib', () => {
  it('follow the arrows between rooms, without a cycle', () => {
    const sources = librarySources();

    const faults = architectureFaults(sources);

    expect(sources.size).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
});

describe('An arrow', () => {
  it.each([
    ['the next room', 'lib/operations/a.ts', "import { b } from '../persistence';", 'lib/persistence/index.ts'],
    ['a room further down', 'lib/rest/a.ts', "import { b } from '../naming';", 'lib/naming/index.ts'],
    ['a file of the own room', 'lib/metadata/decorators/a.ts', "import { b } from '../b';", 'lib/metadata/b.ts'],
    ['the inner order of the core', 'lib/core/container/a.ts', "import { b } from '../http/b';", 'lib/core/http/b.ts'],
    [
      'the inner order of persistence',
      'lib/persistence/writes/a.ts',
      "import { b } from '../models/b';",
      'lib/persistence/models/b.ts',
    ],
    ['config to http', 'lib/core/config/a.ts', "import { b } from '../http/b';", 'lib/core/http/b.ts'],
    ['the front door to a room', 'lib/index.ts', "export { b } from './rest';", 'lib/rest/index.ts'],
    ['the front door to the composition', 'lib/index.ts', "export { b } from './application';", 'lib/application.ts'],
    ['a side door to its room', 'lib/doors/core.ts', "export { b } from '../core';", 'lib/core/index.ts'],
    ['a side door to a room below', 'lib/doors/core.ts', "export { b } from '../values';", 'lib/values/index.ts'],
    ['the composition to a room', 'lib/application.ts', "import { b } from './rest';", 'lib/rest/index.ts'],
    ['the command to the front door', 'lib/cli/a.ts', "import { b } from '..';", 'lib/index.ts'],
    ['the index of a room to its files', 'lib/rest/index.ts', "export { b } from './b';", 'lib/rest/b.ts'],
  ])('may lead along %s', (_, path, text, target) => {
    expect(faultsOf({ [path]: text, [target]: '' })).toEqual([]);
  });

  it.each([
    ['the domain wing to the one above', 'lib/metadata/a.ts', '../persistence', 'lib/persistence/index.ts'],
    ['the web wing to the domain wing', 'lib/core/container/a.ts', '../../metadata', 'lib/metadata/index.ts'],
    ['the domain wing to the web wing', 'lib/operations/a.ts', '../core', 'lib/core/index.ts'],
    ['rest to what stands on top', 'lib/rest/a.ts', '../apidocs', 'lib/apidocs/index.ts'],
    ['the documents to the map', 'lib/apidocs/a.ts', '../map', 'lib/map/index.ts'],
    ['http to the container', 'lib/core/http/a.ts', '../container/b', 'lib/core/container/b.ts'],
    ['reads to writes', 'lib/persistence/reads/a.ts', '../writes/b', 'lib/persistence/writes/b.ts'],
    ['search to the chain', 'lib/rest/search/a.ts', '../chain/b', 'lib/rest/chain/b.ts'],
    ['schema to stores', 'lib/persistence/schema/a.ts', '../stores/b', 'lib/persistence/stores/b.ts'],
    ['koa to config', 'lib/core/koa/a.ts', '../config/b', 'lib/core/config/b.ts'],
    ['a room to the front door', 'lib/rest/a.ts', '..', 'lib/index.ts'],
    ['a room to the composition', 'lib/apidocs/a.ts', '../application', 'lib/application.ts'],
    ['a room to the front door by name', 'lib/rest/a.ts', 'koaggregate', 'lib/index.ts'],
    ['a room to a side door by name', 'lib/rest/a.ts', 'koaggregate/core', 'lib/doors/core.ts'],
    ['a side door to a room beside its own', 'lib/doors/core.ts', '../security', 'lib/security/index.ts'],
  ])('must not lead from %s', (_, path, specifier, target) => {
    expect(faultsOf({ [path]: `import { b } from '${specifier}';`, [target]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${path} -> ${target}: (no arrow leads from|imports the index of its own)`)),
    ]);
  });

  it.each([
    ['type imports', "import type { b } from '../persistence';"],
    ['named exports', "export { b } from '../persistence';"],
    ['dynamic imports', "const b = import('../persistence');"],
    ['import types', "export type B = import('../persistence').B;"],
    ['require', "const b = require('../persistence');"],
    ['import equals', "import b = require('../persistence');"],
  ])('is found in %s', (_, text) => {
    expect(faultsOf({ 'lib/metadata/a.ts': text, 'lib/persistence/index.ts': '' })).toEqual([
      'lib/metadata/a.ts -> lib/persistence/index.ts: no arrow leads from metadata to persistence',
    ]);
  });

  it('leads into another room through its index.ts only', () => {
    expect(faultsOf({ 'lib/rest/a.ts': "import { b } from '../metadata/b';", 'lib/metadata/b.ts': '' })).toEqual([
      'lib/rest/a.ts -> lib/metadata/b.ts: must enter metadata through its index.ts',
    ]);
    expect(faultsOf({ 'lib/doors/core.ts': "export { b } from '../core/b';", 'lib/core/b.ts': '' })).toEqual([
      'lib/doors/core.ts -> lib/core/b.ts: must enter core through its index.ts',
    ]);
    expect(faultsOf({ 'lib/index.ts': "export { b } from './rest/b';", 'lib/rest/b.ts': '' })).toEqual([
      'lib/index.ts -> lib/rest/b.ts: must enter a room through its index.ts',
    ]);
  });

  it('does not lead from inside a room to its own index', () => {
    expect(faultsOf({ 'lib/rest/routes/a.ts': "import { b } from '..';", 'lib/rest/index.ts': '' })).toEqual([
      'lib/rest/routes/a.ts -> lib/rest/index.ts: imports the index of its own folder: import the sibling file',
    ]);
  });

  it('must lead to an existing file of lib', () => {
    expect(faultsOf({ 'lib/rest/a.ts': "import { b } from '../../spec/b';" })).toEqual([
      'lib/rest/a.ts -> ../../spec/b: it leads to no file of lib',
    ]);
  });
});

describe('A cycle', () => {
  it('is a fault, even of type imports only', () => {
    const faults = faultsOf({
      'lib/naming/a.ts': "import type { B } from './b';",
      'lib/naming/b.ts': "import type { C } from './c';",
      'lib/naming/c.ts': "import type { A } from './a';",
    });

    expect(faults).toEqual(['lib/naming/a.ts -> lib/naming/b.ts -> lib/naming/c.ts -> lib/naming/a.ts: a cycle']);
  });

  it('is not found where two paths lead to one file', () => {
    const faults = faultsOf({
      'lib/naming/a.ts': "import './b'; import './c';",
      'lib/naming/b.ts': "import './c';",
      'lib/naming/c.ts': '',
    });

    expect(faults).toEqual([]);
  });
});

describe('A package with its own room', () => {
  it.each(['sequelize', 'sequelize-typescript', 'mysql2/promise', 'sqlite3'])(
    '%s is imported in persistence only',
    (name) => {
      const text = `import type { b } from '${name}';`;

      expect(faultsOf({ 'lib/persistence/a.ts': text })).toEqual([]);
      expect(faultsOf({ 'lib/operations/a.ts': text })).toEqual([
        `lib/operations/a.ts -> ${name}: only lib/persistence/ may import it`,
      ]);
    },
  );

  it.each(['koa', '@koa/router', 'koa-body'])('%s is imported in core/koa only', (name) => {
    const text = `import type { b } from '${name}';`;

    expect(faultsOf({ 'lib/core/koa/a.ts': text })).toEqual([]);
    expect(faultsOf({ 'lib/core/http/a.ts': text })).toEqual([
      `lib/core/http/a.ts -> ${name}: only lib/core/koa/ may import it`,
    ]);
  });
});

describe('A file', () => {
  it('lists its exports one by one', () => {
    expect(faultsOf({ 'lib/rest/index.ts': "export * from './b';", 'lib/rest/b.ts': '' })).toHaveLength(1);
    expect(faultsOf({ 'lib/rest/index.ts': "export * as b from './b';", 'lib/rest/b.ts': '' })).toHaveLength(1);
  });

  it.each(['lib/rest/utils.ts', 'lib/rest/helpers/a.ts', 'lib/core/container/plugin-manager.ts'])(
    'is not named %s',
    (path) => {
      expect(faultsOf({ [path]: '' })).toEqual([expect.stringContaining('names no concept')]);
    },
  );

  it('belongs to a room', () => {
    expect(faultsOf({ 'lib/events/a.ts': '' })).toEqual(['lib/events/a.ts: it stands in no room']);
    expect(faultsOf({ 'lib/doors/events.ts': '' })).toEqual(['lib/doors/events.ts: it stands in no room']);
    expect(faultsOf({ 'lib/loose.ts': '' })).toEqual(['lib/loose.ts: it stands in no room']);
  });
});

function faultsOf(sources: Readonly<Record<string, string>>): string[] {
  return architectureFaults(new Map(Object.entries(sources)));
}

function librarySources(): Map<string, string> {
  const names = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => join('lib', name));
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(ROOT, path), 'utf8')]));
}
