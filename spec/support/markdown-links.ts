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

function relativeLinks(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that GitHub generates; of equal headings, the first. */
function headingAnchors(text: string): Set<string> {
  const headings = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const plain = headings.map((heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase());
  return new Set(plain.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, '').replace(/ /g, '-')));
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
}
