import {
  isKnownTag,
  isMatched,
  mediaTypeText,
  PreconditionFailedException,
  type RawBody,
  UnsupportedMediaTypeException,
  UploadedFile,
  verifyMatch,
} from '../../core';
import type { FieldMetadata } from '../../metadata';
import { type Changes, furtherViolations, type RootCheck, updateEntities } from '../../operations';
import type { Row, WantedKeys } from '../../persistence';
import { mediaTypeFieldOf } from '../access/large-fields';
import { isWritable } from '../access/writable';
import type { Domain } from '../chain/domain';
import { writeOf } from '../chain/read-content';
import { rejectFields } from '../chain/reject-fields';
import { keysOf, requireSingleIds } from '../chain/requested-keys';
import { writeRequested } from '../chain/write-requested';
import { isConditional, namesState, requireCondition, rootCheckOf } from '../concurrency/write-conditions';
import { isAboutSingle, type Operation, type OperationProblem } from '../operation/operation';
import type { OperationResource } from '../operation/operation-resource';
import { readChanges } from '../payload/read-changes';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import { statusOf } from './outcome';
import { largeValueTagOf } from './read-large';
import type { VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

const PROBLEMS: readonly OperationProblem[] = [400, 404, 406, 409, 412, 413, 415, 422, 503];

/** PUT of a large value: stores the body, 204 with the `ETag` of the new value. */
export const updateLarge: VerbDefinition = {
  verb: 'updateLarge',
  methods: ['PUT'],
  isFieldExposed: mayBeWritten,
  requires: 'PUT',
  keys: 'one',
  body: 'required',
  takes: 'value',
  preferences: ['preview'],
  takesIdempotencyKeys: false,
  emptyStatus: 204,
  headers: ['ETag'],
  problems: PROBLEMS,
  sharedBy: 'rows',
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Write the ${operation.field!.wireName} of ${a}${where}`;
    },
    description: () => 'The body is the raw value.',
    responses: () => ({ empty: 'The value was stored.' }),
    components: () => ({ empty: 'ValueUpdated' }),
  },
  prepare: prepareUpdate,
};

export const updateLargeOfSingle: VerbDefinition = { ...updateLarge, keys: 'none' };

function prepareUpdate(operation: Operation, domain: Domain): Execution<Call, RawBody> {
  const write = largeValueWriter(operation, domain);
  const field = operation.field!;
  return {
    head: largeHead(operation),

    payload({ request }) {
      const received = request.getContent() as RawBody;
      verifyMediaType(field, received);
      return received;
    },

    async run(call, received) {
      let sent: Buffer = Buffer.alloc(0);
      const row = await write(call, async () => {
        sent = await received.read();
        return new UploadedFile('', mediaTypeText(received.mediaType), sent);
      });
      const entityTag = isStoredAsSent(field, row, sent)
        ? largeValueTagOf(operation.entity, { row, size: sent.length })
        : undefined;
      return {
        status: statusOf(operation, undefined),
        headers: entityTag === undefined ? undefined : { ETag: entityTag },
        preferences: call.preferences,
      };
    },
  };
}

/** DELETE of a large value: sets the field to null, 204. */
export const deleteLarge: VerbDefinition = {
  verb: 'deleteLarge',
  methods: ['DELETE'],
  isFieldExposed: (resource, field) => field.isNullable && mayBeWritten(resource, field),
  // It updates the entity.
  requires: 'PUT',
  keys: 'one',
  body: 'optional',
  preferences: ['preview'],
  takesIdempotencyKeys: false,
  emptyStatus: 204,
  headers: [],
  problems: PROBLEMS,
  sharedBy: 'rows',
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Remove the ${operation.field!.wireName} of ${a}${where}`;
    },
    description: () => 'The entity itself is not deleted.',
    responses: () => ({ empty: 'The value was removed.' }),
    components: () => ({ empty: 'ValueDeleted' }),
  },
  prepare: prepareDelete,
};

export const deleteLargeOfSingle: VerbDefinition = { ...deleteLarge, keys: 'none' };

function prepareDelete(operation: Operation, domain: Domain): Execution<Call, void> {
  const write = largeValueWriter(operation, domain);
  return {
    head: largeHead(operation),

    payload: ({ request }) => rejectFields(request),

    async run(call) {
      await write(call, () => null);
      return { status: statusOf(operation, undefined), preferences: call.preferences };
    },
  };
}

function mayBeWritten({ exposure, entity }: OperationResource, field: FieldMetadata): boolean {
  return exposure.update && isWritable(entity, field, 'update');
}

function largeHead(operation: Operation): Execution['head'] {
  const headOf = callHead(operation);
  const isSingle = isAboutSingle(operation);
  return (request, caller) => {
    requireSingleIds(request);
    requireCondition(operation, request);
    return { ...headOf(request, caller), requested: isSingle ? undefined : keysOf(operation, request) };
  };
}

/** False when a hook or a setter has changed the bytes: then the client does not know them, and gets no tag. */
function isStoredAsSent({ name }: FieldMetadata, row: Row, sent: Buffer): boolean {
  const stored = row.get(name) ?? '';
  return (Buffer.isBuffer(stored) ? stored : Buffer.from(String(stored))).equals(sent);
}

/** @throws UnsupportedMediaTypeException with `Accept` */
function verifyMediaType({ large, wireName }: FieldMetadata, { mediaType }: RawBody): void {
  const { mediaType: fixed, isMediaTypeFixed } = large!;
  if (!isMediaTypeFixed || fixed.split(';')[0]!.trim().toLowerCase() === mediaType.name) return;
  throw new UnsupportedMediaTypeException(`${wireName} takes ${fixed}, but ${mediaType.name} was sent.`, {
    headers: { Accept: fixed },
  });
}

/** Returns a function that writes the field with the validation and hooks of an update of its entity. */
function largeValueWriter(operation: Operation, domain: Domain) {
  const { entity } = operation;
  const field = operation.field!;
  const mediaTypeField = mediaTypeFieldOf(entity, field);
  const withoutMediaType = mediaTypeField?.isNullable ? { [mediaTypeField.name]: null } : {};
  return async (call: Call, readValue: () => Promise<UploadedFile> | null): Promise<Row> => {
    const { access, store, place, requested, preferences } = call;
    requested?.requireValidId();
    const { expectations, rootCheck } = await conditionsOf(operation, domain, call);
    const value = await readValue();
    const write = writeOf(operation, 'update', access, { ids: 1 });
    const changes = await readChanges(entity, { [field.wireName]: value }, write, (invalid, known) => {
      const payloads = [{ changes: invalid, path: [] }];
      return furtherViolations(store, { kind: 'update', place, keys: requested?.keys, payloads }, known);
    });
    const values = { ...changes.values, ...(value === null && withoutMediaType) };
    const conditional = { ...changes, values, expectations: [...changes.expectations, ...expectations] };
    const update = (keys: WantedKeys) => updateEntities(store, place, keys, conditional, { rootCheck });
    const [written] = await (requested
      ? writeRequested(requested, preferences, store, place, update)
      : update(undefined));
    return written!.entity;
  };
}

/** Conditions to check again once the row or its root is locked. */
interface Conditions {
  readonly expectations: Changes['expectations'];
  readonly rootCheck?: RootCheck;
}

const NONE: Conditions = { expectations: [] };

/**
 * The conditions of `If-Match` and `If-None-Match`. A tag is either that of the value, or one that was read anywhere in
 * the aggregate.
 *
 * @throws PreconditionFailedException
 */
async function conditionsOf(
  operation: Operation,
  domain: Domain,
  { request, store, place, requested }: Call,
): Promise<Conditions> {
  const { entity, field } = operation;
  const { headers } = request;
  if (!isConditional(request)) return NONE;
  const stored = await store.retrieval.largeValue(place, requested?.keys[0], field!);
  // A missing row is reported by the write.
  if (!stored) return NONE;
  const hasValue = stored.size !== undefined;
  const entityTag = largeValueTagOf(entity, stored);
  if (hasValue && isKnownTag(headers['if-none-match'], entityTag)) throw valueExists();
  if (namesState(operation, request) && !isMatched(headers, entityTag, hasValue)) {
    return { expectations: [], rootCheck: rootCheckOf(operation, request, domain) };
  }
  verifyMatch(headers, entityTag, hasValue);
  const version = [...entity.fields.values()].find(({ origin }) => origin === 'version')?.name;
  if (version === undefined) return NONE;
  const expected = stored.row.get(version);
  const isMetBy = (current: unknown) => Number(current) === Number(expected);
  return { expectations: [{ field: version, given: expected, isMetBy, denial: preconditionFailed() }] };
}

function valueExists(): PreconditionFailedException {
  return new PreconditionFailedException('The value already exists, but If-None-Match requires a new one.');
}

function preconditionFailed(): PreconditionFailedException {
  return new PreconditionFailedException('The value has changed since it was read: read it again.');
}
