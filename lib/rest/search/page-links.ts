import type { PageOfEntities } from '../../operations';
import type { Page } from '../../persistence';
import { type LinkedRequest, linkHeader, linkStart } from './link-header';

/**
 * The header `Link` of a page: `first`, `prev`, `next` and `last`, as far as there are such pages, with the other
 * parameters of the request. The last page is unknown where pages are not counted.
 *
 * @returns undefined where it would be longer than proxies accept
 */
export function pageLinks(
  request: LinkedRequest,
  { number, size }: Page,
  { total, hasNext }: Pick<PageOfEntities, 'total' | 'hasNext'>,
): string | undefined {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
  const targets: [relation: string, page: number][] = [['first', 1]];
  // A page past the end is preceded by the last one.
  if (number > 1) targets.push(['prev', Math.min(number - 1, last ?? number)]);
  if (hasNext) targets.push(['next', number + 1]);
  if (last !== undefined) targets.push(['last', last]);
  const start = linkStart(request, ['page', 'per_page']);
  const links: string[] = [];
  for (const [relation, page] of targets) links.push(`<${start}page=${page}&per_page=${size}>; rel="${relation}"`);
  return linkHeader(links);
}
