import { readEntities } from '../../operations';
import type { Criteria, DeletedRows, Selection } from '../../persistence';
import type { Domain } from '../chain/domain';
import { entityContent } from '../chain/entity-content';
import { keysOf, type RequestedKeys } from '../chain/requested-keys';
import { AggregateTags } from '../concurrency/aggregate-tags';
import type { Operation } from '../operation/operation';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { ONE, ONE_OR_SEVERAL, type VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

const OK = 200;

/** A read of entities that the path names. */
interface Reading extends Call {
  readonly criteria: Criteria | undefined;
  readonly selection: Selection;
}

interface ReadingByKeys extends Reading {
  readonly requested: RequestedKeys;
  readonly deleted: DeletedRows | undefined;
}

/**
 * GET by id: 200 with the entity, or with an array in request order when the path has several ids. With search
 * parameters, an entity that does not match them is missing.
 */
export const read: VerbDefinition = {
  verb: 'read',
  methods: ['GET'],
  isExposed: ({ exposure, entity }) => exposure.read && entity.isKeyed,
  requires: 'GET',
  keys: 'several',
  body: 'none',
  query: 'read',
  preferences: ['handling=strict'],
  takesIdempotencyKeys: false,
  gives: 'selected',
  status: OK,
  headers: ['Missing-Ids', 'Preference-Applied'],
  responseShapes: ONE_OR_SEVERAL,
  sharedBy: 'rows',
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Read ${a}${where}, or several`;
    },
    description: () => '404 if search parameters do not match.',
    responses: (operation) => ({
      content: `The ${placeWords(operation).one}; for several ids an array in their order.`,
    }),
    components: ({ entity }) => ({ content: `${entity.name}Read` }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<ReadingByKeys, void> {
  const { input } = operation;
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  return {
    head(request, caller) {
      const { access } = caller;
      const { deleted, criteria } = input.search.read(request.query, access);
      const requested = keysOf(operation, request);
      const reading = { withDeleted: deleted !== undefined, isSingle: !requested.isList };
      const selection = input.selection.read(request.query, access, reading);
      return { deleted, criteria, requested, selection, ...headOf(request, caller) };
    },

    async run({ request, store, isKnown, deleted, criteria, requested, selection, preferences, place }) {
      const { isList } = requested;
      if (requested.keys.length === 0) throw requested.notFound();
      const isSettled = criteria === undefined;
      // Several roots have no tag in common.
      const taggedBy = isList && place.path.length === 0 ? undefined : tags;
      const known =
        isKnown && !isList ? tags?.knownCheck(request, isKnown, selection, { isList: false, isSettled }) : undefined;
      try {
        const search = { criteria, selection, deleted, version: taggedBy?.versionName, isNotModified: known?.matches };
        const trees = await readEntities(store.retrieval, place, requested.keys, search);
        if (known?.isMet) return { status: 304, preferences };
        if (isList && preferences.isStrict) requested.requireAll(trees);
        const content = entityContent(trees, selection, isList);
        const rows = isList ? trees.map(({ entity }) => entity) : [trees[0]!.entity];
        return {
          status: OK,
          content,
          missing: isList ? requested.missingHeader(trees) : undefined,
          tag: taggedBy?.forRead(rows, selection, content, isSettled),
          preferences,
        };
      } catch (error) {
        throw requested.withRequestedIds(error);
      }
    },
  };
}

/** GET of a single child: 200, or 404 when there is none or it does not match the search. */
export const readSingle: VerbDefinition = {
  ...read,
  isExposed: ({ exposure }) => exposure.read,
  keys: 'none',
  preferences: [],
  headers: [],
  responseShapes: ONE,
  words: {
    ...read.words,
    summary(operation) {
      const { one, where } = placeWords(operation);
      return `Read the ${one}${where}`;
    },
    responses: (operation) => ({ content: `The ${placeWords(operation).one}.` }),
  },
  prepare: prepareSingle,
};

function prepareSingle(operation: Operation, domain: Domain): Execution<Reading, void> {
  const { input } = operation;
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  return {
    head: (request, caller) => ({
      criteria: input.search.readSingle(request.query, caller.access),
      selection: input.selection.read(request.query, caller.access, { isSingle: true }),
      ...headOf(request, caller),
    }),

    async run({ request, store, isKnown, criteria, selection, preferences, place }) {
      const isSettled = criteria === undefined;
      const known = isKnown && tags?.knownCheck(request, isKnown, selection, { isList: false, isSettled });
      const search = { criteria, selection, version: tags?.versionName, isNotModified: known?.matches };
      const trees = await readEntities(store.retrieval, place, undefined, search);
      if (known?.isMet) return { status: 304 };
      const content = entityContent(trees, selection, false);
      const tag = tags?.forRead([trees[0]!.entity], selection, content, isSettled);
      return { status: OK, content, tag, preferences };
    },
  };
}
