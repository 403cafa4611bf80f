import type { ItemShape } from '../../core';
import { isObject, isPlainObject } from '../../foundation';
import type { ActionMetadata } from '../../metadata';
import { runAction } from '../../operations';
import type { EntityKey } from '../../persistence';
import type { Access } from '../access/access';
import { argumentEntries } from '../access/writing';
import type { Domain } from '../chain/domain';
import { keysOf, requireSingleIds } from '../chain/requested-keys';
import { entitiesAlone, returnedContent } from '../chain/returned-content';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { isTextFormat } from '../payload/from-text';
import { limitArrayElements, tooManyArrayElements } from '../payload/limit-elements';
import { readArguments } from '../payload/read-arguments';
import { typedArguments } from '../payload/typed-arguments';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import type { VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

interface ActionCall extends Call {
  /** Undefined for a single child. */
  readonly key: EntityKey | undefined;
}

/** The elements of all arrays, at every level. */
const ANY_ARRAY: ItemShape = {
  get elements() {
    return ANY_ARRAY;
  },
  get others() {
    return ANY_ARRAY;
  },
};

/** 200 with the return value of the method, entities as in generated responses; 204 when it returns nothing. */
export const act: VerbDefinition = {
  verb: 'act',
  methods: ['PUT'],
  requires: 'PUT',
  keys: 'one',
  body: 'optional',
  takes: 'arguments',
  preferences: ['preview', 'return=minimal'],
  takesIdempotencyKeys: true,
  gives: 'returned',
  status: 200,
  emptyStatus: 204,
  headers: ['Preference-Applied'],
  step: { op: 'action', isOnRoot: true },
  items: { shape: ANY_ARRAY, tooMany: tooManyArrayElements },
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Run ${operation.action!.name} on ${a}${where}`;
    },
    description: () => 'Runs in one transaction.',
    responses: ({ action }) => ({
      content: action!.returns
        ? 'The result of the action.'
        : 'The result of the action. The model does not declare its type.',
      empty: 'The action ran and has no result, or the request has `Prefer: return=minimal`.',
    }),
    components: ({ action }) => ({ content: action!.returns ? undefined : 'Result', empty: 'Done' }),
  },
  prepare,
};

export const actOnSingle: VerbDefinition = { ...act, keys: 'none' };

function prepare(operation: Operation, domain: Domain): Execution<ActionCall, unknown> {
  const { input } = operation;
  const action = operation.action!;
  const headOf = callHead(operation);
  const tags = AggregateTags.of(operation, domain);
  return {
    head(request, caller) {
      requireSingleIds(request, 'An action takes one id: call it once for each entity.');
      const key = keyOf(operation, request);
      return { key, ...headOf(request, caller), rootCheck: rootCheckOf(operation, request, domain) };
    },

    payload({ request, access }) {
      const content = argumentsIn(action, request);
      requireReferenced(action, content, access);
      limitArrayElements(input.maxItems, content);
      return content;
    },

    async run({ access, store, key, place, preferences, rootCheck }, content) {
      const returned = await runAction(store, {
        action,
        place,
        key,
        rootCheck,
        readArguments: () => readArguments(action, content),
      });
      if (returned === undefined || preferences.isMinimal)
        return { status: statusOf(operation, undefined), tag: tags?.forWrite(rootCheck), preferences };
      // A stream is written element by element later, and has no tag.
      if (isObject(returned) && Symbol.asyncIterator in returned)
        return { status: statusOf(operation, returned), content: returned, preferences };
      const shown = returnedContent(domain.registry, entitiesAlone, access).write(returned);
      const tag = tags?.forWrite(rootCheck, undefined, shown);
      return { status: statusOf(operation, shown), content: shown, tag, preferences };
    },
  };
}

function keyOf(operation: Operation, request: RequestParts): EntityKey | undefined {
  if (operation.input.keys === 'none') return undefined;
  const requested = keysOf(operation, request);
  const [key] = requested.keys;
  if (key === undefined) throw requested.notFound();
  return key;
}

function argumentsIn(action: ActionMetadata, request: RequestParts): unknown {
  const content = request.getContent();
  return isTextFormat(request.contentType) ? typedArguments(action, content) : content;
}

/** An argument that refers to an entity requires the permissions to read it. */
function requireReferenced({ parameters }: ActionMetadata, content: unknown, access: Access): void {
  if (access.isOpen || !isPlainObject(content)) return;
  for (const { wireName, source } of parameters) {
    if (Object.hasOwn(content, wireName)) access.require(argumentEntries(source), `The argument "${wireName}"`);
  }
}
