import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deadLinks } from './support/markdown-links';
import { pages } from './support/pages';

const ROOT = join(__dirname, '..');

describe('The pages', () => {
  it('have no broken relative links', () => {
    const all = pages();

    expect([...all.keys()]).toContain('docs/errors.md');
    expect(deadLinks(all, (path) => existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('A link', () => {
  it.each([
    ['a page beside it', '[a](b.md)'],
    ['a folder above', '[a](../lib/index.ts)'],
    ['a heading of its own page', '[a](#the-five-verbs)'],
    ['a heading of another page', '[a](b.md#put-resourceids)'],
    ['another site', '[a](https://example.org/nowhere)'],
    ['what is only code', '`[a](nowhere.md)`'],
  ])('may lead to %s', (_, link) => {
    expect(deadLinksOf(link)).toEqual([]);
  });

  it.each(['nowhere.md', '#nowhere', 'b.md#nowhere', 'nowhere.md#heading', '../lib/nowhere.ts'])(
    'is broken when it leads to %s',
    (link) => {
      expect(deadLinksOf(`[a](${link})`)).toEqual([`docs/a.md: ${link}`]);
    },
  );
});

function deadLinksOf(link: string): string[] {
  const pages = new Map([
    ['docs/a.md', `# The five verbs\n\n${link}\n`],
    ['docs/b.md', '## PUT `/<resource>/{ids}`\n'],
  ]);
  return deadLinks(pages, (path) => pages.has(path) || path === 'lib/index.ts');
}
