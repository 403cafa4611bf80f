import { type Changes, createEntities, furtherViolations } from '../../operations';
import type { EntityKey } from '../../persistence';
import type { Domain } from '../chain/domain';
import { entityContent } from '../chain/entity-content';
import { locationOf } from '../chain/location';
import { contentOf, writeOf } from '../chain/read-content';
import { responseSelection } from '../chain/response-selection';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { needsRootCheck, rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { tooManyElements } from '../payload/limit-elements';
import { readAllChanges } from '../payload/read-changes';
import { withoutListIndex } from '../payload/without-list-index';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import { ONE_OR_SEVERAL, type VerbDefinition } from './verb-definition';
import { isLinking, placeWords } from './verb-words';

interface NewEntities {
  readonly payloads: readonly Changes[];
  /** Whether the body is an array. */
  readonly isList: boolean;
}

/**
 * POST: 201 with the created entity and `Location`, or for an array with an array in the same order, created in one
 * transaction.
 */
export const create: VerbDefinition = {
  verb: 'create',
  methods: ['POST'],
  isExposed: ({ exposure, entity }) => exposure.create && entity.isKeyed,
  requires: 'POST',
  keys: 'none',
  body: 'required',
  takes: 'entities',
  takesFiles: true,
  preferences: ['preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  gives: 'written',
  status: 201,
  emptyStatus: 201,
  headers: ['Location', 'Preference-Applied'],
  responseShapes: ONE_OR_SEVERAL,
  sharedBy: 'members',
  step: { op: 'create' },
  items: { shape: 'payload', tooMany: (count, most) => tooManyElements(count, most, 1) },
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `${isLinking(operation) ? 'Link or create' : 'Create'} ${a}${where}, or several`;
    },
    description: () => 'An array: all are created, or none.',
    responses: () => ({ content: 'The created entity; no body with `return=minimal`.' }),
    // The links of the response differ.
    components: ({ entity }) => ({ body: `${entity.name}CreateBody` }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<Call, NewEntities> {
  const { entity, collections } = operation;
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  const isChecked = needsRootCheck(operation);
  const selectionOf = responseSelection(operation);
  return {
    head: (request, caller) => ({
      ...headOf(request, caller),
      rootCheck:
        isChecked || request.headers['if-match'] !== undefined ? rootCheckOf(operation, request, domain) : undefined,
    }),

    async payload({ request, access, store, place }) {
      const content = contentOf(operation, request);
      const isList = Array.isArray(content);
      const write = writeOf(operation, 'create', access, { isSingle: !isList });
      const reading = readAllChanges(entity, isList ? content : [content], write, (invalid, known) => {
        const placed = invalid.map((changes, index) => ({ changes, path: [index] }));
        return furtherViolations(store, { kind: 'create', place, payloads: placed }, known);
      });
      return { isList, payloads: await (isList ? reading : reading.catch(throwWithoutIndex)) };
    },

    async run({ request, access, store, place, preferences, rootCheck }, { payloads, isList }) {
      const selection = preferences.isMinimal ? undefined : selectionOf(payloads, access, !isList);
      const creating = createEntities(store, place, payloads, selection, rootCheck);
      const trees = await (isList ? creating : creating.catch(throwWithoutIndex));
      const created = isList ? undefined : (trees[0]!.entity.get(entity.key.name) as EntityKey);
      const content = selection && entityContent(trees, selection, isList);
      const isTagged = collections.length > 0 || !isList;
      const root = collections.length > 0 ? rootCheck?.root : trees[0]?.entity;
      return {
        status: statusOf(operation, content),
        content,
        created,
        location: created === undefined ? undefined : locationOf(request, created),
        tag: isTagged ? tags?.forWrite(rootCheck, selection, content, root) : undefined,
        preferences,
      };
    },
  };
}

/** Without an array, the paths in errors have no index. */
function throwWithoutIndex(error: unknown): never {
  throw withoutListIndex(error);
}
