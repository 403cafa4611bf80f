import { deleteEntities } from '../../operations';
import type { Domain } from '../chain/domain';
import { rejectFields } from '../chain/reject-fields';
import { keysOf, type RequestedKeys } from '../chain/requested-keys';
import { writeRequested } from '../chain/write-requested';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import type { VerbDefinition } from './verb-definition';
import { isLinking, placeWords } from './verb-words';

interface DeleteByKeys extends Call {
  readonly requested: RequestedKeys;
}

/** DELETE: 204; of several ids, `Missing-Ids` names those that were not found. */
export const remove: VerbDefinition = {
  verb: 'delete',
  methods: ['DELETE'],
  isExposed: ({ exposure, entity }) => exposure.delete && entity.isKeyed,
  requires: 'DELETE',
  keys: 'several',
  body: 'optional',
  preferences: ['handling=strict', 'preview'],
  takesIdempotencyKeys: true,
  emptyStatus: 204,
  headers: ['Missing-Ids', 'Preference-Applied'],
  sharedBy: 'rows',
  step: { op: 'delete' },
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `${isLinking(operation) ? 'Unlink' : 'Delete'} ${a}${where}, or several`;
    },
    description: (operation) =>
      isLinking(operation) ? 'Removes the link to the parent; the entity itself stays.' : 'Deletes its children too.',
    responses: () => ({ empty: 'Deleted.' }),
    components: () => ({ empty: 'Deleted' }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<DeleteByKeys, void> {
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  return {
    head: (request, caller) => ({
      ...headOf(request, caller),
      requested: keysOf(operation, request),
      rootCheck: rootCheckOf(operation, request, domain),
    }),

    payload: ({ request }) => rejectFields(request),

    async run({ store, place, requested, preferences, rootCheck }) {
      const deleted = await writeRequested(requested, preferences, store, place, (keys, mustFindAll) =>
        deleteEntities(store, place, keys, { mustFindAll, rootCheck }),
      );
      return {
        status: statusOf(operation, undefined),
        missing: requested.isList ? requested.missingHeader(deleted.map((entity) => ({ entity }))) : undefined,
        tag: place.path.length > 0 ? tags?.forWrite(rootCheck) : undefined,
        preferences,
      };
    },
  };
}

/** DELETE of a single child: 204, or 404 when there is none. */
export const removeSingle: VerbDefinition = {
  ...remove,
  isExposed: ({ exposure }) => exposure.delete,
  keys: 'none',
  preferences: ['preview'],
  headers: [],
  words: {
    ...remove.words,
    summary(operation) {
      const { one, where } = placeWords(operation);
      return `Delete the ${one}${where}`;
    },
  },
  prepare: prepareSingle,
};

function prepareSingle(operation: Operation, domain: Domain): Execution<Call, void> {
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  return {
    head: (request, caller) => ({
      rootCheck: rootCheckOf(operation, request, domain),
      ...headOf(request, caller),
    }),

    payload: ({ request }) => rejectFields(request),

    async run({ store, place, preferences, rootCheck }) {
      await deleteEntities(store, place, undefined, { rootCheck });
      return { status: statusOf(operation, undefined), tag: tags?.forWrite(rootCheck), preferences };
    },
  };
}
