import { type Changes, furtherViolations, rejectedReplacement, replaceChildren } from '../../operations';
import type { Domain } from '../chain/domain';
import { entityContent } from '../chain/entity-content';
import { contentOf, writeOf } from '../chain/read-content';
import { responseSelection } from '../chain/response-selection';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { replacingPermissions } from '../operation/replacing-permissions';
import { tooManyElements } from '../payload/limit-elements';
import { readReplacement } from '../payload/read-changes';
import { withoutListIndex } from '../payload/without-list-index';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import { SEVERAL, type VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

/** PUT of a collection: replaces it by the elements of the payload, 200 with them in the same order. */
export const replace: VerbDefinition = {
  verb: 'replace',
  methods: ['PUT'],
  isOfAll: true,
  isExposed: ({ collections }) => collections.at(-1)?.replace === true,
  requires: 'PUT',
  // Whatever the request does is checked when its payload is read.
  protection: ({ aggregate, collections }) => replacingPermissions(aggregate.root, collections),
  keys: 'none',
  body: 'required',
  takes: 'elements',
  preferences: ['preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  gives: 'written',
  status: 200,
  emptyStatus: 204,
  headers: ['Preference-Applied'],
  responseShapes: SEVERAL,
  parts: ['create', 'update', 'delete'],
  items: { shape: 'payload', tooMany: (count, most) => tooManyElements(count, most, 1) },
  words: {
    summary(operation) {
      const { many, where } = placeWords(operation);
      return `Replace the ${many}${where}`;
    },
    description: () =>
      'Replaces the collection by the array: an element with the key of a stored one updates it, others are created, and stored ones that are not in the array are deleted (unlinked in a many-to-many collection). All or nothing.',
    responses: (operation) => ({
      content: `All ${placeWords(operation).many} of the collection, in the order of the payload.`,
      empty: 'Replaced, with `return=minimal`.',
    }),
    components: ({ entity: { name } }) => ({
      body: `${name}ReplacementBody`,
      content: `${name}Replaced`,
      empty: 'ReplacedAll',
    }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<Call, Changes> {
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = responseSelection(operation);
  const collection = operation.collections.at(-1)!;
  return {
    head: (request, caller) => ({
      rootCheck: rootCheckOf(operation, request, domain),
      ...headOf(request, caller),
    }),

    payload({ request, access, store, place }) {
      // The array is the one payload: paths in messages begin with the indexes of its elements.
      const write = writeOf(operation, 'update', access, { isSingle: true });
      return inElements(async () =>
        readReplacement(collection, contentOf(operation, request), write, (invalid, known) =>
          furtherViolations(store, rejectedReplacement(place, invalid), known),
        ),
      );
    },

    async run({ access, store, place, preferences, rootCheck }, changes) {
      const elements = changes.children.get(collection)!;
      const selection = preferences.isMinimal ? undefined : selectionOf(elements, access, false);
      const trees = await inElements(() => replaceChildren(store, place, changes, { selection, rootCheck }));
      const content = selection && entityContent(trees, selection, true);
      const tag = tags?.forWrite(rootCheck, selection, content);
      return { status: statusOf(operation, content), content, tag, preferences };
    },
  };
}

/** The paths in errors begin with the index of an element, without the name of the collection. */
async function inElements<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withoutListIndex(error);
  }
}
