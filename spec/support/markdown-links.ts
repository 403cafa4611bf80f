import { posix } from 'node:path';

/**
 * The broken relative links: to a missing file, or to a missing heading.
 *
 * @param pages  Markdown texts by path from the project root
 * @param exists whether a path from the project root exists
 * @returns `page: link`, in the order of the pages
 */
export function deadLinks(pages: ReadonlyMap<string, string>, exists: (path: string) => boolean): string[] {
  return [...pages].flatMap(([page, text]) =>
    relativeLinks(text)
      .filter((link) => !isAlive(page, link, pages, exists))
      .map((link) => `${page}: ${link}`),
  );
}

function isAlive(
  page: string,
  link: string,
  pages: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page : posix.join(posix.dirname(page), decodeURI(file));
  if (anchor === undefined || !path.endsWith('.md')) return exists(path);
  return headingAnchors(pages.get(path) ?? '').has(anchor);
}

/** Links in brackets with or without a title, definitions such as `[a]: b.md`, and attributes of HTML. */
const LINK = /\]\(([^)\s]+)(?: "[^"]*")?\)|^\[[^\]\n]+\]: (\S+)|\b(?:href|src)="([^"]*)"/gm;

function relativeLinks(text: string): string[] {
  const prose = shown(text).replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(LINK)].map(([, inline, defined, html]) => inline ?? defined ?? html ?? '');
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that GitHub generates: equal headings are numbered from the second on. */
function headingAnchors(text: string): Set<string> {
  const headings = [...shown(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase());
  const names = plain.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, '').replace(/ /g, '-'));
  const before = (name: string, index: number) => names.slice(0, index).filter((other) => other === name).length;
  return new Set(names.map((name, index) => (before(name, index) ? `${name}-${before(name, index)}` : name)));
}

/** Without blocks of code, and without comments, which readers do not see. */
function shown(text: string): string {
  return text.replace(/^```.*?^```/gms, '').replace(/^<!--.*?-->/gms, '');
}
