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
    ['the second of equal headings', '[a](b.md#twice-1)'],
    ['another site', '[a](https://example.org/nowhere)'],
    ['what is only code', '`[a](nowhere.md)`'],
    ['nothing, in a comment', '<!-- [a](nowhere.md) -->'],
  ])('may lead to %s', (_, link) => {
    expect(deadLinksOf(link)).toEqual([]);
  });

  it.each(['nowhere.md', '#nowhere', 'b.md#nowhere', 'b.md#twice-2', 'b.md#a-comment', 'nowhere.md#x', '../lib/no.ts'])(
    'is broken when it leads to %s',
    (link) => {
      expect(deadLinksOf(`[a](${link})`)).toEqual([`docs/a.md: ${link}`]);
    },
  );

  it.each(['[a](nowhere.md "a title")', '![a](nowhere.md)', '[a]: nowhere.md', '<img src="nowhere.md" alt="a">'])(
    'is also %s',
    (link) => {
      expect(deadLinksOf(link)).toEqual(['docs/a.md: nowhere.md']);
    },
  );
});

function deadLinksOf(link: string): string[] {
  const pages = new Map([
    ['docs/a.md', `# The five verbs\n\n${link}\n`],
    ['docs/b.md', '## PUT `/<resource>/{ids}`\n\n## Twice\n\n## Twice\n\n<!--\n# A comment\n-->\n'],
  ]);
  return deadLinks(pages, (path) => pages.has(path) || path === 'lib/index.ts');
}
