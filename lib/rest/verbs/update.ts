import { type Changes, furtherViolations, saveSingle, updateEntities } from '../../operations';
import type { Domain } from '../chain/domain';
import { entityContent } from '../chain/entity-content';
import { locationOf } from '../chain/location';
import { contentOf, isMergePatch, writeOf } from '../chain/read-content';
import { idCount, keysOf, type RequestedKeys } from '../chain/requested-keys';
import { responseSelection } from '../chain/response-selection';
import { writeRequested } from '../chain/write-requested';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { isConditional, needsRootCheck, rootCheckOf } from '../concurrency/write-conditions';
import { MERGE_PATCH } from '../operation/merge-patch-type';
import type { Operation } from '../operation/operation';
import { tooManyElements } from '../payload/limit-elements';
import { readChanges } from '../payload/read-changes';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import { ONE, type VerbDefinition } from './verb-definition';
import { patchWords, placeWords } from './verb-words';

interface UpdateByKeys extends Call {
  readonly requested: RequestedKeys;
}

/**
 * PUT and PATCH: 200 with the updated entity, or with an array for several ids, which are updated by the same payload
 * in one transaction. Fields that are not in the payload do not change.
 */
export const update: VerbDefinition = {
  verb: 'update',
  methods: ['PUT', 'PATCH'],
  isExposed: ({ exposure, entity }) => exposure.update && entity.isKeyed,
  requires: 'PUT',
  keys: 'several',
  body: 'required',
  takes: 'changes',
  takesFiles: true,
  preferences: ['handling=strict', 'preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  patchTypes: [MERGE_PATCH],
  gives: 'written',
  status: 200,
  emptyStatus: 204,
  headers: ['Missing-Ids', 'Preference-Applied'],
  // The shape for one key: the response format is negotiated before the keys are read.
  responseShapes: ONE,
  sharedBy: 'rows',
  // PUT does the same.
  step: { op: 'update', method: 'PATCH', isOnRoot: true },
  items: { shape: 'payload', tooMany: (count, most, request) => tooManyElements(count, most, idCount(request)) },
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Update ${a}${where}, or several${patchWords(operation)}`;
    },
    description: ({ method }) =>
      method === 'PATCH' ? 'PUT does the same.' : 'Fields that are left out stay. All entities are updated, or none.',
    responses: (operation) => ({
      content: `The updated ${placeWords(operation).one}; for several ids an array.`,
      empty: 'Updated, with `return=minimal`.',
    }),
    components: ({ entity: { name }, method }) => ({
      body: `${name}${method === 'PATCH' ? 'Patch' : 'Update'}Body`,
      content: `${name}Updated`,
      empty: 'Updated',
    }),
  },
  prepare,
};

function prepare(operation: Operation, domain: Domain): Execution<UpdateByKeys, Changes> {
  const { entity, collections } = operation;
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  const isChecked = needsRootCheck(operation);
  const selectionOf = responseSelection(operation);
  return {
    head: (request, caller) => ({
      ...headOf(request, caller),
      requested: keysOf(operation, request),
      rootCheck: isChecked || isConditional(request) ? rootCheckOf(operation, request, domain) : undefined,
    }),

    payload({ request, access, store, place, requested: { keys } }) {
      const write = writeOf(operation, 'update', access, {
        ids: idCount(request),
        isMergePatch: isMergePatch(request),
      });
      return readChanges(entity, contentOf(operation, request), write, (invalid, known) => {
        const payloads = [{ changes: invalid, path: [] }];
        return furtherViolations(store, { kind: 'update', place, keys, payloads }, known);
      });
    },

    async run({ access, store, place, requested, preferences, rootCheck }, changes) {
      const { isList } = requested;
      const selection = preferences.isMinimal ? undefined : selectionOf([changes], access, !isList);
      const trees = await writeRequested(requested, preferences, store, place, (keys, mustFindAll) =>
        updateEntities(store, place, keys, changes, { mustFindAll, selection, rootCheck }),
      );
      const content = selection && entityContent(trees, selection, isList);
      const root = collections.length > 0 ? rootCheck?.root : trees[0]!.entity;
      const hasOneRoot = collections.length > 0 || !isList;
      return {
        status: statusOf(operation, content),
        content,
        missing: isList ? requested.missingHeader(trees) : undefined,
        tag: hasOneRoot ? tags?.forWrite(rootCheck, selection, content, root) : undefined,
        preferences,
      };
    },
  };
}

/** PUT of a single child: 200 when it was updated, 201 when it was created. */
export const updateSingle: VerbDefinition = {
  ...update,
  takes: 'child',
  parts: ['create', 'update'],
  isExposed: ({ exposure }) => exposure.update || exposure.create,
  keys: 'none',
  preferences: ['preview', 'return=minimal'],
  createdStatus: 201,
  headers: ['Location', 'Preference-Applied'],
  words: {
    summary(operation) {
      const { one, where } = placeWords(operation);
      return `Create or update the ${one}${where}${patchWords(operation)}`;
    },
    description: ({ method }) =>
      method === 'PATCH' ? 'PUT does the same.' : 'Fields that are left out stay. A key of `null` replaces the child.',
    responses(operation) {
      const { one } = placeWords(operation);
      return {
        content: `The updated ${one}.`,
        created: `The ${one}, created because there was none; no body with \`return=minimal\`.`,
        empty: 'Updated, with `return=minimal`.',
      };
    },
  },
  prepare: prepareSingle,
};

function prepareSingle(operation: Operation, domain: Domain): Execution<Call, Changes> {
  const { entity, output } = operation;
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = responseSelection(operation);
  return {
    head: (request, caller) => ({
      ...headOf(request, caller),
      rootCheck: rootCheckOf(operation, request, domain),
    }),

    payload({ request, access, store, place }) {
      const write = writeOf(operation, 'update', access, { isMergePatch: isMergePatch(request) });
      return readChanges(entity, contentOf(operation, request), write, (invalid, known) =>
        furtherViolations(store, { kind: 'update', place, payloads: [{ changes: invalid, path: [] }] }, known),
      );
    },

    async run({ request, access, store, place, preferences, rootCheck }, changes) {
      const selection = preferences.isMinimal ? undefined : selectionOf([changes], access, true);
      const { tree, isNew } = await saveSingle(store, place, changes, { selection, rootCheck });
      const content = selection && entityContent([tree], selection, false);
      return {
        status: isNew ? output.createdStatus! : statusOf(operation, content),
        content,
        location: isNew ? locationOf(request) : undefined,
        tag: tags?.forWrite(rootCheck, selection, content),
        preferences,
      };
    },
  };
}
