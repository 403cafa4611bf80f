import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { EXCEPTIONS, verbFaults } from './support/architecture/verb-faults';

const ROOT = join(__dirname, '..');
const ELSEWHERE = 'lib/apidocs/a.ts';

describe('What a verb is', () => {
  it('stands in its definition, and in no table or switch elsewhere', () => {
    const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );

    const faults = files.flatMap((path) => verbFaults(`lib/${path.split(sep).join('/')}`, textOf(join('lib', path))));

    expect(files.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('has no exception that is not needed any more', () => {
    const faultless = Object.keys(EXCEPTIONS).filter((path) => verbFaults(ELSEWHERE, textOf(path)).length === 0);

    expect(faultless).toEqual([]);
  });

  it.each([
    ["const TEXTS: Record<Operation['verb'], string> = all;", 'a table keyed by verb'],
    ["type Texts = Partial<Readonly<Record<Exclude<Operation['verb'], 'batch'>, string>>>;", 'a table keyed by verb'],
    ['type Texts = { readonly [V in Verb]?: string };', 'a table keyed by verb'],
    ["const READING: ReadonlySet<Operation['verb']> = new Set(some);", 'a table keyed by verb'],
    ["const TEXTS = { list: 'Listed', read: 'Read' };", 'a table keyed by verb'],
    ["const READING = new Set(['list', 'read']);", 'a list of verbs'],
    ["const TEXTS = new Map([['restore', 'Restored'], ['delete', 'Deleted']]);", 'a list of verbs'],
    ["const CRUD = [{ verb: 'create' }, { verb: 'list' }];", 'a list of verbs'],
    ["switch (operation.verb) { case 'create': run(); }", 'a switch over verbs'],
    ["switch (kind) { case 'read': run(); break; case 'readLarge': run(); }", 'a switch over verbs'],
  ])('must not stand in %s', (text, fault) => {
    expect(verbFaults(ELSEWHERE, text)).toEqual([`${ELSEWHERE}:1: ${fault}`]);
    expect(verbFaults('lib/rest/verbs/a.ts', text)).toEqual([]);
  });

  it('must not stand in a chain of comparisons', () => {
    const text = `
      if (verb === 'create') return 'Created';
      if (verb === 'update' || operation.verb !== 'read') return 'Updated';`;

    expect(verbFaults(ELSEWHERE, text)).toEqual([`${ELSEWHERE}: it compares with create, read, update`]);
  });

  it.each([
    ["a comparison with one verb: if (operation.verb === 'create') run();", "if (operation.verb === 'create') run();"],
    ['flags of exposure', 'const exposure = { create: true, read: true, update: false, delete: false };'],
    ['methods of an object', "const parts = ['read', 'write'];"],
    ['a table of other words', "switch (kind) { case 'list': run(); break; case 'map': run(); }"],
  ])('is not %s', (_, text) => {
    expect(verbFaults(ELSEWHERE, text)).toEqual([]);
  });
});

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
