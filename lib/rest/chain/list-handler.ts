import type { DeferredContent, Request, Response, RouteHandler } from '../../core';
import { listEntities, listPage, type RowTree } from '../../operations';
import type { Page, Place, Retrieval, Search, Selection } from '../../persistence';
import type { Operation } from '../operation/operation';
import { pageLinks } from '../search/page-links';
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

/** 200 with an array in the order that is asked for, streamed when it is long, or with one page of it in an envelope. */
export function listHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  return (request, response) => {
    const access = domain.rights.accessOf(request);
    const { page, ...search } = input.search.list(request.query, access);
    const selection = input.selection.read(request.query, access);
    const { retrieval } = domain.storeFor(request);
    const listing = { ...search, place: placeOf(operation, request), retrieval, selection };
    return page ? onePage(request, response, page, listing) : wholeList(listing);
  };
}

async function wholeList({
  retrieval,
  place,
  ...search
}: Listing): Promise<DeferredContent | AsyncIterable<Representation>> {
  const { first, rest } = await listEntities(retrieval, place, search);
  const { selection } = search;
  return rest ? streamed(representAll(first, selection), rest, selection) : shown(first, selection, true);
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
  const { trees, total } = await listPage(retrieval, place, page, search);
  const links = pageLinks(request, page, total);
  if (links !== undefined) response.setHeader('Link', links);
  const envelope = { page: page.number, per_page: page.size, total, count: trees.length };
  return shownIn(envelope, 'data', trees, search.selection);
}

function representAll(trees: readonly RowTree[], selection: Selection): Representation[] {
  return trees.map((tree) => represent(tree, selection));
}
