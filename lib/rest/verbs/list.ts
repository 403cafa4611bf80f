import { type ConditionalSearch, listEntities, listPage, listSlice, type RowTree } from '../../operations';
import type { Page, Selection } from '../../persistence';
import type { Domain } from '../chain/domain';
import { entityContent, envelopeContent } from '../chain/entity-content';
import { noteOldNames } from '../chain/old-names-in-content';
import { type Representation, represent } from '../chain/representation';
import { AggregateTags, type KnownCheck } from '../concurrency/aggregate-tags';
import type { Operation } from '../operation/operation';
import { pageLinks } from '../search/page-links';
import type { CursorSlice } from '../search/read-slice';
import { sliceLinks } from '../search/slice-links';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import type { Outcome } from './outcome';
import { ONE_OR_SEVERAL, type VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

/** A read of a collection. */
interface Listing extends Call {
  readonly search: ConditionalSearch & { readonly selection: Selection };
  readonly page?: Page;
  readonly slice?: CursorSlice;
  readonly known?: KnownCheck;
}

const NOT_MODIFIED: Outcome = { status: 304 };

/**
 * GET of a collection: 200 with an array, streamed when it is long; with `page` an envelope of one page, with `after`
 * an array that begins after a cursor.
 */
export const list: VerbDefinition = {
  verb: 'list',
  methods: ['GET'],
  isOfAll: true,
  isExposed: ({ exposure }) => exposure.read,
  requires: 'GET',
  keys: 'none',
  body: 'none',
  query: 'list',
  preferences: [],
  takesIdempotencyKeys: false,
  gives: 'found',
  status: 200,
  headers: ['Link'],
  responseShapes: ONE_OR_SEVERAL,
  sharedBy: 'members',
  words: {
    summary(operation) {
      const { many, where } = placeWords(operation);
      return where ? `List the ${many}${where}` : `List ${many}`;
    },
    description: () => 'An array; with `page` or `per_page` a page in an envelope.',
    responses: (operation) => ({ content: `The ${placeWords(operation).many}.` }),
    components: ({ entity }) => ({ content: `${entity.name}Listed` }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<Listing, void> {
  const { input } = operation;
  const headOf = callHead(operation);
  const tags = operation.collections.length > 0 ? AggregateTags.of(operation, domain) : undefined;
  return {
    head(request, caller) {
      const { access, isKnown } = caller;
      const { page, slice, ...search } = input.search.list(request.query, access);
      const selection = input.selection.read(request.query, access, { withDeleted: search.deleted !== undefined });
      const known =
        isKnown &&
        tags?.knownCheck(request, isKnown, selection, {
          isList: page === undefined,
          isSettled: search.criteria === undefined,
          part: sizePart(page ?? slice),
        });
      return {
        ...headOf(request, caller),
        page,
        slice,
        known,
        search: { ...search, selection, version: tags?.versionName, isNotModified: known?.matches },
      };
    },

    run(listing) {
      if (listing.slice) return oneSlice(listing, listing.slice, tags);
      return listing.page ? onePage(listing, listing.page, tags) : wholeList(listing, tags);
    },
  };
}

/** The size of a page is part of its tag, because the configuration may change it. */
function sizePart(page: { readonly size: number } | undefined): string {
  return page ? `-${page.size}` : '';
}

async function wholeList({ store, place, search, known }: Listing, tags: AggregateTags | undefined): Promise<Outcome> {
  const { selection } = search;
  const { first, parent, rest } = await listEntities(store.retrieval, place, search);
  if (known?.isMet) return NOT_MODIFIED;
  if (rest) {
    const content = streamed(representAll(first, selection), rest, selection);
    return { status: 200, content: noteOldNames(content, selection) };
  }
  const content = entityContent(first, selection, true);
  const row = first[0]?.entity ?? parent;
  const isSettled = search.criteria === undefined;
  return { status: 200, content, tag: row && tags?.forRead([row], selection, content, isSettled) };
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
  { request, store, place, search, known }: Listing,
  page: Page,
  tags: AggregateTags | undefined,
): Promise<Outcome> {
  const { selection } = search;
  const { trees, parent, ...extent } = await listPage(store.retrieval, place, page, search);
  if (known?.isMet) return NOT_MODIFIED;
  const total = extent.total === undefined ? {} : { total: extent.total };
  const envelope = { page: page.number, per_page: page.size, ...total, count: trees.length };
  const content = envelopeContent(envelope, 'data', trees, selection);
  const row = trees[0]?.entity ?? parent;
  const isSettled = search.criteria === undefined;
  const tag = row && tags?.forRead([row], selection, content, isSettled, sizePart(page));
  return { status: 200, content, links: pageLinks(request, page, extent), tag };
}

async function oneSlice(
  { request, store, place, search, known }: Listing,
  slice: CursorSlice,
  tags: AggregateTags | undefined,
): Promise<Outcome> {
  const { selection } = search;
  const found = await listSlice(store.retrieval, place, slice, search);
  if (known?.isMet) return NOT_MODIFIED;
  const content = entityContent(found.trees, selection, true);
  const row = found.trees[0]?.entity ?? found.parent;
  const isSettled = search.criteria === undefined;
  const tag = row && tags?.forRead([row], selection, content, isSettled, sizePart(slice));
  return { status: 200, content, links: sliceLinks(request, slice, found), tag };
}

function representAll(trees: readonly RowTree[], selection: Selection): Representation[] {
  return trees.map((tree) => represent(tree, selection));
}
