import type { SliceOfEntities } from '../../operations';
import { invalidParameter } from '../invalid-parameter';
import { AFTER } from './cursors';
import { type LinkedRequest, linkHeader, linkStart } from './link-header';
import type { CursorSlice } from './read-slice';

/**
 * The header `Link` of a page by cursor: `prev` and `next`, as far as there are entities.
 *
 * @returns undefined where there is neither
 * @throws BadRequestException where `next` would be longer than proxies accept: without it the list would seem to end
 */
export function sliceLinks(
  request: LinkedRequest,
  { size, from, isBackward, cursors }: CursorSlice,
  { trees, hasMore }: SliceOfEntities,
): string | undefined {
  const start = linkStart(request, [AFTER, 'per_page']);
  const link = (relation: string, cursor: string) => `<${start}after=${cursor}&per_page=${size}>; rel="${relation}"`;
  const [first, last] = [trees[0]?.entity, trees.at(-1)?.entity];
  // A backward request starts from an entity of the next page, a forward one from an entity of the previous page.
  const hasPrevious = isBackward ? hasMore : from !== undefined;
  const hasNext = isBackward ? from !== undefined : hasMore;
  const previous = hasPrevious ? [link('prev', first ? cursors.before(first) : cursors.end)] : [];
  const next = hasNext ? [link('next', last ? cursors.after(last) : '')] : [];
  const header = linkHeader([...previous, ...next]) ?? linkHeader(next);
  if (header !== undefined) return header || undefined;
  throw invalidParameter(
    AFTER,
    'The link to the next page would be longer than 4 KB: shorten the query, or sort by shorter fields.',
  );
}
