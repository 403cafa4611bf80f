import type { DeferredContent, Request, Response, RouteHandler } from '../../core';
import { type ConditionalSearch, listEntities, listPage, listSlice, type RowTree } from '../../operations';
import type { Page, Place, Retrieval, Selection } from '../../persistence';
import { AggregateTags } from '../concurrency/aggregate-tags';
import type { Operation } from '../operation/operation';
import { pageLinks } from '../search/page-links';
import type { CursorSlice } from '../search/read-slice';
import { sliceLinks } from '../search/slice-links';
import type { Domain } from './domain';
import { entityContent, envelopeContent } from './entity-content';
import { noteOldNames } from './old-names-in-content';
import { placeOf } from './read-place';
import { type Representation, represent } from './representation';

/** The search of a list, where to run it, and the selection of each entity. */
interface Listing extends ConditionalSearch {
  readonly place: Place;
  readonly retrieval: Retrieval;
  readonly selection: Selection;
}

/**
 * GET of a collection: 200 with an array, streamed when it is long; with `page` an envelope of one page, with `after`
 * an array that begins after a cursor.
 */
export function listHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  const tags = operation.collections.length > 0 ? AggregateTags.of(operation, domain) : undefined;
  return (request, response) => {
    const access = domain.rights.accessOf(request);
    const { page, slice, ...search } = input.search.list(request.query, access);
    const selection = input.selection.read(request.query, access, { withDeleted: search.deleted !== undefined });
    const { retrieval } = domain.storeFor(request);
    const isNotModified =
      tags && request.headers['if-none-match'] !== undefined
        ? tags.notModifiedCheck(request, response, selection, {
            isList: page === undefined,
            isSettled: search.criteria === undefined,
            part: sizePart(page ?? slice),
          })
        : undefined;
    const place = placeOf(operation, request);
    const listing = { ...search, place, version: tags?.versionName, isNotModified, retrieval, selection };
    if (slice) return oneSlice(request, response, slice, listing, tags);
    return page ? onePage(request, response, page, listing, tags) : wholeList(response, listing, tags);
  };
}

/** The size of a page is part of its tag, because the configuration may change it. */
function sizePart(page: { readonly size: number } | undefined): string {
  return page ? `-${page.size}` : '';
}

async function wholeList(
  response: Response,
  { retrieval, place, ...search }: Listing,
  tags: AggregateTags | undefined,
): Promise<DeferredContent | AsyncIterable<Representation> | undefined> {
  const { first, parent, rest } = await listEntities(retrieval, place, search);
  if (search.isNotModified && response.status === 304) return undefined;
  const { selection } = search;
  if (rest) return noteOldNames(streamed(representAll(first, selection), rest, selection), selection);
  const content = entityContent(first, selection, true);
  const row = first[0]?.entity ?? parent;
  if (row) tags?.setForRead(response, [row], selection, content, search.criteria === undefined);
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
  tags: AggregateTags | undefined,
): Promise<DeferredContent | undefined> {
  const { trees, parent, ...extent } = await listPage(retrieval, place, page, search);
  if (search.isNotModified && response.status === 304) return undefined;
  const links = pageLinks(request, page, extent);
  if (links !== undefined) response.setHeader('Link', links);
  const total = extent.total === undefined ? {} : { total: extent.total };
  const envelope = { page: page.number, per_page: page.size, ...total, count: trees.length };
  const content = envelopeContent(envelope, 'data', trees, search.selection);
  const row = trees[0]?.entity ?? parent;
  if (row) tags?.setForRead(response, [row], search.selection, content, search.criteria === undefined, sizePart(page));
  return content;
}

async function oneSlice(
  request: Request,
  response: Response,
  slice: CursorSlice,
  { retrieval, place, ...search }: Listing,
  tags: AggregateTags | undefined,
): Promise<DeferredContent | undefined> {
  const found = await listSlice(retrieval, place, slice, search);
  if (search.isNotModified && response.status === 304) return undefined;
  const links = sliceLinks(request, slice, found);
  if (links !== undefined) response.setHeader('Link', links);
  const content = entityContent(found.trees, search.selection, true);
  const row = found.trees[0]?.entity ?? found.parent;
  if (row) tags?.setForRead(response, [row], search.selection, content, search.criteria === undefined, sizePart(slice));
  return content;
}

function representAll(trees: readonly RowTree[], selection: Selection): Representation[] {
  return trees.map((tree) => represent(tree, selection));
}
