import type { DeferredContent, Request, Response, RouteHandler } from '../../core';
import { listEntities, listPage, listSlice, type RowTree } from '../../operations';
import type { Page, Place, Retrieval, Search, Selection } from '../../persistence';
import { AggregateTags } from '../concurrency/aggregate-tags';
import type { Operation } from '../operation/operation';
import { pageLinks } from '../search/page-links';
import type { CursorSlice } from '../search/read-slice';
import { sliceLinks } from '../search/slice-links';
import type { Domain } from './domain';
import { placeOf } from './read-place';
import { type Representation, represent } from './representation';
import { shown, shownIn } from './shown';

/** What a list is asked for, and what it shows of each entity. */
interface Listing extends Search {
  readonly place: Place;
  readonly retrieval: Retrieval;
  readonly selection: Selection;
}

/**
 * 200 with an array in the order that is asked for, streamed when it is long, or with one page of it: in an envelope
 * where it has a number, in an array where it has a cursor.
 */
export function listHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  const tags = operation.collections.length > 0 ? AggregateTags.of(operation, domain) : undefined;
  return (request, response) => {
    const access = domain.rights.accessOf(request);
    const { page, slice, ...search } = input.search.list(request.query, access);
    const selection = input.selection.read(request.query, access, { withDeleted: search.deleted !== undefined });
    const { retrieval } = domain.storeFor(request);
    const listing = { ...search, place: placeOf(operation, request), retrieval, selection, version: tags?.versionName };
    if (slice) return oneSlice(request, response, slice, listing);
    return page ? onePage(request, response, page, listing) : wholeList(response, listing, tags);
  };
}

async function wholeList(
  response: Response,
  { retrieval, place, ...search }: Listing,
  tags: AggregateTags | undefined,
): Promise<DeferredContent | AsyncIterable<Representation>> {
  const { first, rest } = await listEntities(retrieval, place, search);
  const { selection } = search;
  if (rest) return streamed(representAll(first, selection), rest, selection);
  const content = shown(first, selection, true);
  if (first[0]) tags?.read(response, first[0].entity, selection, content, search.criteria === undefined);
  return content;
}

async function* streamed(
  first: readonly Representation[],
  rest: AsyncIterable<readonly RowTree[]>,
  selection: Selection,
): AsyncGenerator<Representation, void, undefined> {
  yield* first;
  for await (const trees of rest) yield* representAll(trees, selection);
}

/** @see Specification, "Response shapes": Paginated search */
async function onePage(
  request: Request,
  response: Response,
  page: Page,
  { retrieval, place, ...search }: Listing,
): Promise<DeferredContent> {
  const { trees, ...extent } = await listPage(retrieval, place, page, search);
  const links = pageLinks(request, page, extent);
  if (links !== undefined) response.setHeader('Link', links);
  const { total } = extent;
  const counted = total === undefined ? {} : { total };
  const envelope = { page: page.number, per_page: page.size, ...counted, count: trees.length };
  return shownIn(envelope, 'data', trees, search.selection);
}

async function oneSlice(
  request: Request,
  response: Response,
  slice: CursorSlice,
  { retrieval, place, ...search }: Listing,
): Promise<DeferredContent> {
  const found = await listSlice(retrieval, place, slice, search);
  const links = sliceLinks(request, slice, found);
  if (links !== undefined) response.setHeader('Link', links);
  return shown(found.trees, search.selection, true);
}

function representAll(trees: readonly RowTree[], selection: Selection): Representation[] {
  return trees.map((tree) => represent(tree, selection));
}
