import { type Request, uriReference } from '../../core';
import type { Page } from '../../persistence';

/** Nothing in it is beyond ASCII. */
const MOST_BYTES = 4096;

/**
 * The header `Link` of a page: `first`, `prev`, `next` and `last`, as far as there are such pages, with the other
 * parameters of the request, below the path as the client knows it.
 *
 * @returns undefined where it would be longer than what proxies take of one header
 * @see RFC 8288
 */
export function pageLinks({ originalPath, query }: Request, { number, size }: Page, total: number): string | undefined {
  const last = Math.max(1, Math.ceil(total / size));
  const targets: [relation: string, page: number][] = [['first', 1]];
  // Behind the last page, the one before is the last.
  if (number > 1) targets.push(['prev', Math.min(number - 1, last)]);
  if (number < last) targets.push(['next', number + 1]);
  targets.push(['last', last]);
  const kept = Object.entries(query).filter(([name]) => name !== 'page' && name !== 'per_page');
  const others = kept.flatMap(([name, values]) => values.map((value) => pair(name, value)));
  const path = uriReference(originalPath);
  const linkTo = (page: number) => [...others, pair('page', page), pair('per_page', size)].join('&');
  const links = targets.map(([relation, page]) => `<${path}?${linkTo(page)}>; rel="${relation}"`).join(', ');
  return links.length < MOST_BYTES ? links : undefined;
}

function pair(name: string, value: string | number): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
