import type { Request, Response, RouteHandler } from '../../../core';
import { CHUNK_SIZE, listEntities, listPage, loadChildren } from '../../../operations';
import type { Entity, Page, Place, Search, Selection } from '../../../persistence';
import { type Representation, represent } from '../../representation';
import { pageLinks } from '../../search/page-links';
import type { Endpoint } from '../endpoint';

/** What a list answers with, and what it shows of each entity. */
interface Listing extends Search {
  readonly selection: Selection;
}

/** 200 with an array in the order that is asked for, streamed when it is long, or with one page of it in an envelope. */
export function listHandler(endpoint: Endpoint): RouteHandler {
  return (request, response) => {
    const { page, ...search } = endpoint.search.list(request.query);
    const listing = { ...search, selection: endpoint.selectionOf(request) };
    const place = endpoint.placeOf(request);
    return page ? answerPage(endpoint, request, response, place, page, listing) : answerAll(endpoint, place, listing);
  };
}

/** A list that fits in one chunk is answered whole: only a longer one gains from being streamed. */
async function answerAll(
  endpoint: Endpoint,
  place: Place,
  listing: Listing,
): Promise<readonly Representation[] | AsyncIterable<Representation>> {
  const chunks = listEntities(endpoint.store, place, listing);
  const first = await chunks.next();
  if (first.done) return [];
  const head = await representChunk(endpoint, first.value, listing);
  return first.value.length < CHUNK_SIZE ? head : representAll(endpoint, head, chunks, listing);
}

async function* representAll(
  endpoint: Endpoint,
  head: readonly Representation[],
  rest: AsyncIterable<readonly Entity[]>,
  listing: Listing,
): AsyncGenerator<Representation, void, undefined> {
  yield* head;
  for await (const chunk of rest) yield* await representChunk(endpoint, chunk, listing);
}

async function representChunk(
  { entity, store }: Endpoint,
  entities: readonly Entity[],
  { selection }: Listing,
): Promise<Representation[]> {
  const trees = await loadChildren(store, selection, entities);
  return trees.map((tree) => represent(entity, tree, selection));
}

/** @see Specification, "Response shapes": Paginated search */
async function answerPage(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  place: Place,
  page: Page,
  listing: Listing,
): Promise<object> {
  const { entities, total } = await listPage(endpoint.store, place, page, listing);
  response.setHeader('Link', pageLinks(request, page, total));
  const data = await representChunk(endpoint, entities, listing);
  return { page: page.number, per_page: page.size, total, count: data.length, data };
}
