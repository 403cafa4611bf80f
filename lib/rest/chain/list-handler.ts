import type { Request, Response, RouteHandler } from '../../core';
import { CHUNK_SIZE, listEntities, listPage, loadChildren } from '../../operations';
import type { Page, Place, Retrieval, Row, Search, Selection } from '../../persistence';
import { pageLinks } from '../search/page-links';
import type { Endpoint } from './endpoint';
import { type Representation, represent } from './representation';

/** What a list answers with, and what it shows of each entity. */
interface Listing extends Search {
  readonly retrieval: Retrieval;
  readonly selection: Selection;
}

/** 200 with an array in the order that is asked for, streamed when it is long, or with one page of it in an envelope. */
export function listHandler(endpoint: Endpoint): RouteHandler {
  return (request, response) => {
    const access = endpoint.accessOf(request);
    const { page, ...search } = endpoint.search.list(request.query, access);
    const selection = endpoint.selectionOf(request, access);
    const listing = { ...search, retrieval: endpoint.storeFor(request).retrieval, selection };
    const place = endpoint.placeOf(request);
    return page ? answerPage(request, response, place, page, listing) : answerAll(place, listing);
  };
}

/** A list that fits in one chunk is answered whole: only a longer one gains from being streamed. */
async function answerAll(
  place: Place,
  listing: Listing,
): Promise<readonly Representation[] | AsyncIterable<Representation>> {
  const chunks = listEntities(listing.retrieval, place, listing);
  const first = await chunks.next();
  if (first.done) return [];
  const head = await representChunk(listing, first.value);
  return first.value.length < CHUNK_SIZE ? head : representAll(listing, head, chunks);
}

async function* representAll(
  listing: Listing,
  head: readonly Representation[],
  rest: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Representation, void, undefined> {
  yield* head;
  for await (const chunk of rest) yield* await representChunk(listing, chunk);
}

async function representChunk({ retrieval, selection }: Listing, entities: readonly Row[]): Promise<Representation[]> {
  const trees = await loadChildren(retrieval, selection, entities);
  return trees.map((tree) => represent(tree, selection));
}

/** @see Specification, "Response shapes": Paginated search */
async function answerPage(
  request: Request,
  response: Response,
  place: Place,
  page: Page,
  listing: Listing,
): Promise<object> {
  const { entities, total } = await listPage(listing.retrieval, place, page, listing);
  const links = pageLinks(request, page, total);
  if (links !== undefined) response.setHeader('Link', links);
  const data = await representChunk(listing, entities);
  return { page: page.number, per_page: page.size, total, count: data.length, data };
}
