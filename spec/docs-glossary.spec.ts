import { posix } from 'node:path';
import { pages } from './support/pages';

const PAGE = 'docs/glossary.md';
const texts = pages();

const entries = [...(texts.get(PAGE) ?? '').matchAll(/^\| \[([^\]]+)\]\(([^)#]+)[^)]*\) \| (.+) \| .*\|$/gm)].map(
  ([, term = '', link = '', meaning = '']) => ({ term, page: posix.join('docs', link), meaning }),
);
const terms = entries.map(({ term }) => term);

describe('docs/glossary.md', () => {
  it('has each term once, in alphabetical order', () => {
    const rows = (texts.get(PAGE) ?? '').split('\n').filter((line) => /^\| [^T-]/.test(line));

    expect(terms.length).toBeGreaterThan(50);
    expect(rows).toHaveLength(terms.length);
    expect(terms).toEqual([...new Set(terms)].sort());
  });

  it('has terms in the words of the pages that they link to', () => {
    const strangers = entries.filter(({ term, page }) => !mentions(texts.get(page) ?? '', term));

    expect(strangers).toEqual([]);
  });

  it('explains a term in one to three sentences', () => {
    const sentences = entries.map(({ term, meaning }) => ({ term, count: meaning.split(/\.(?: |$)/).length - 1 }));

    expect(sentences.filter(({ count }) => count < 1 || count > 3)).toEqual([]);
  });

  it.each(['README.md', 'docs/architecture.md', 'docs/reference.md'])('has a link in %s', (page) => {
    expect(texts.get(page)).toMatch(/\]\((docs\/)?glossary\.md\)/);
  });
});

/** Whether a page has the term outside of its code, also in the plural. */
function mentions(page: string, term: string): boolean {
  const prose = page.replace(/^```.*?^```/gms, '').replace(/^<!--.*?-->/gms, '');
  const words = term.replace(/y$/, '(?:y|ie)').replaceAll(' ', '\\s+');
  return new RegExp(`(?<![\\w-])${words}(?:e?s)?(?![\\w-])`, 'i').test(prose);
}
