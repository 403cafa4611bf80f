import { RESTORE } from '../../metadata';
import { restoreEntities } from '../../operations';
import type { EntityKey } from '../../persistence';
import type { Domain } from '../chain/domain';
import { entityContent } from '../chain/entity-content';
import { rejectFields } from '../chain/reject-fields';
import { keysOf, type RequestedKeys } from '../chain/requested-keys';
import { responseSelection } from '../chain/response-selection';
import { writeRequested } from '../chain/write-requested';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import { ONE, type VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

interface RestoreByKeys extends Call {
  readonly requested: RequestedKeys;
}

/** PUT …/restore: 200 with the restored entity, or an array for several ids; one that was not deleted stays as it is. */
export const restore: VerbDefinition = {
  verb: 'restore',
  methods: ['PUT'],
  suffix: RESTORE,
  isExposed: ({ exposure, input }) => exposure.delete && input.search.takesDeleted,
  requires: 'DELETE',
  keys: 'several',
  body: 'optional',
  preferences: ['handling=strict', 'preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  isOfDeleted: true,
  gives: 'written',
  status: 200,
  emptyStatus: 204,
  headers: ['Missing-Ids', 'Preference-Applied'],
  responseShapes: ONE,
  sharedBy: 'rows',
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Restore ${a}${where}, or several`;
    },
    description: () =>
      'Children that were deleted with it are restored too. An entity that is not deleted is left unchanged.',
    responses: (operation) => ({
      content: `The restored ${placeWords(operation).one}; for several ids an array.`,
      empty: 'Restored, with `return=minimal`.',
    }),
    components: ({ entity }) => ({ content: `${entity.name}Restored`, empty: 'Restored' }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<RestoreByKeys, void> {
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = responseSelection(operation);
  return {
    head: (request, caller) => ({
      rootCheck: rootCheckOf(operation, request, domain),
      ...headOf(request, caller),
      requested: keysOf(operation, request),
    }),

    payload: ({ request }) => rejectFields(request),

    async run({ access, store, place, requested, preferences, rootCheck }) {
      const { isList } = requested;
      const selection = preferences.isMinimal ? undefined : selectionOf([], access, !isList);
      const write = (keys: readonly EntityKey[], mustFindAll: boolean) =>
        restoreEntities(store, place, keys, { mustFindAll, selection, rootCheck });
      const trees = await writeRequested(requested, preferences, store, place, write, 'include');
      const content = selection && entityContent(trees, selection, isList);
      // Several roots have no tag in common.
      const hasOneRoot = place.path.length > 0 || !isList;
      return {
        status: statusOf(operation, content),
        content,
        missing: isList ? requested.missingHeader(trees) : undefined,
        tag: hasOneRoot ? tags?.forWrite(rootCheck, selection, content) : undefined,
        preferences,
      };
    },
  };
}
