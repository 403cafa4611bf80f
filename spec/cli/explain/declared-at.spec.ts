import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { declaredAt } from '../../../lib/cli/explain/declared-at';
import type { Application, RouteDefinition } from '../../../lib/core';

describe('declaredAt() in a project without TypeScript', () => {
  let root: string;
  const write = (path: string, ...lines: string[]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), lines.join('\n'));
  };
  /** Finds the method of a resource class in the compiled modules. */
  const find = (resource: string | undefined, name: string) => {
    const application = { project: { projectRoot: root, moduleRoot: join(root, 'dist') } } as Application;
    return declaredAt(application, { resource, name } as RouteDefinition);
  };

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'declared-')));
    write(
      'dist/shop/orders.js',
      '"use strict";',
      '// class Orders is written below',
      'class OrdersArchive { read() {} }',
      'class Orders extends Base {',
      '  read() {}',
      '  async list(request) {',
      '    return this.read(request);',
      '  }',
      '  static create() {}',
      '  handler: 1',
      '}',
    );
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each([
    ['a method', 'read', 5],
    ['an asynchronous method', 'list', 6],
    ['a static method', 'create', 9],
    ['a property', 'handler', 10],
  ])('returns the file and the line of %s', (_, name, line) => {
    expect(find('Orders', name)).toBe(`dist/shop/orders.js:${line}`);
  });

  it('returns the line of the class when it does not contain the method itself', () => {
    write('dist/inherited.js', '', 'class Invoices extends Base {', '}');

    expect(find('Invoices', 'read')).toBe('dist/inherited.js:2');
  });

  it('does not take a class whose name is longer for the class', () => {
    expect(find('OrdersArch', 'read')).toBeUndefined();
    expect(find('Order', 'read')).toBeUndefined();
  });

  it.each(['dist/orders.d.ts', 'dist/node_modules/other/index.js', 'dist/notes.md', 'other/invoices.js'])(
    'does not read %s',
    (path) => {
      write(path, 'class Invoices {', '  read() {}', '}');

      expect(find('Invoices', 'read')).toBeUndefined();
    },
  );

  it.each(['mjs', 'cjs', 'ts', 'mts'])('reads modules with the extension .%s', (extension) => {
    write(`dist/invoices.${extension}`, 'class Invoices {', '  read() {}', '}');

    expect(find('Invoices', 'read')).toBe(`dist/invoices.${extension}:2`);
  });

  it('returns undefined for a route that no class of the project declares', () => {
    expect(find(undefined, 'read')).toBeUndefined();
    expect(find('Unknown', 'read')).toBeUndefined();
  });
});

describe('declaredAt() in a project with TypeScript', () => {
  const root = join(__dirname, '../../../samples/core-only');
  const application = { project: { projectRoot: root, moduleRoot: join(root, 'src') } } as Application;

  it.each(['list', 'read', 'create', 'remove'])(
    'returns the line of the sources that declares BookResource.%s',
    (name) => {
      const lines = readFileSync(join(root, 'src/book-resource.ts'), 'utf8').split('\n');
      const line = lines.findIndex((text) => text.startsWith(`  ${name}(`)) + 1;

      expect(line).toBeGreaterThan(0);
      expect(declaredAt(application, { resource: 'BookResource', name } as RouteDefinition)).toBe(
        `src/book-resource.ts:${line}`,
      );
    },
  );

  it('returns the line of the class for a method that neither the class nor a superclass has', () => {
    const route = { resource: 'BookResource', name: 'unknown' } as RouteDefinition;

    expect(declaredAt(application, route)).toMatch(/^src\/book-resource\.ts:\d+$/);
  });
});
