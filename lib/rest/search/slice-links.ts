import type { Request } from '../../core';
import type { SliceOfEntities } from '../../operations';
import { invalidParameter } from '../invalid-parameter';
import { AFTER } from './cursors';
import { linkHeader, linkStart } from './link-header';
import type { CursorSlice } from './read-slice';

/**
 * The header `Link` of a list with a cursor: `prev` and `next`, as far as entities are known to be there.
 *
 * @returns undefined where there is neither
 * @throws BadRequestException where `next` would be longer than what proxies take, so that a list never seems to end
 */
export function sliceLinks(
  request: Request,
  { size, from, isBackward, cursors }: CursorSlice,
  { trees, hasMore }: SliceOfEntities,
): string | undefined {
  const start = linkStart(request, [AFTER, 'per_page']);
  const link = (relation: string, cursor: string) => `<${start}after=${cursor}&per_page=${size}>; rel="${relation}"`;
  const [first, last] = [trees[0]?.entity, trees.at(-1)?.entity];
  // Whoever goes back has come from what follows, and the other way round.
  const hasPrevious = isBackward ? hasMore : from !== undefined;
  const hasNext = isBackward ? from !== undefined : hasMore;
  const previous = hasPrevious ? [link('prev', first ? cursors.before(first) : cursors.end)] : [];
  const next = hasNext ? [link('next', last ? cursors.after(last) : '')] : [];
  const header = linkHeader([...previous, ...next]) ?? linkHeader(next);
  if (header !== undefined) return header || undefined;
  throw invalidParameter(
    AFTER,
    'after leads to a link of more than 4 KB: ask for less in the query, or sort by shorter fields.',
  );
}
