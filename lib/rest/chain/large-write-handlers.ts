import {
  isKnownTag,
  isMatched,
  mediaTypeText,
  PreconditionFailedException,
  type RawBody,
  type Request,
  type RouteHandler,
  UnsupportedMediaTypeException,
  UploadedFile,
  verifyMatch,
} from '../../core';
import type { FieldMetadata } from '../../metadata';
import { type Changes, furtherViolations, type RootCheck, updateEntities } from '../../operations';
import type { EntityKey, Place, Row, WantedKeys } from '../../persistence';
import { mediaTypeFieldOf } from '../access/large-fields';
import { isConditional, namesState, requireCondition, rootCheckOf } from '../concurrency/write-conditions';
import { isAboutSingle, type Operation } from '../operation/operation';
import { readChanges } from '../payload/read-changes';
import type { Domain } from './domain';
import { preferencesOf } from './preferences';
import { writeOf } from './read-content';
import { largeValueTagOf } from './read-large-handler';
import { placeOf } from './read-place';
import { rejectFields } from './reject-fields';
import { keysOf, requireSingleIds } from './requested-keys';
import { respond } from './respond';
import { writeRequested } from './write-requested';

/** PUT of a large value: stores the body, 204 with the `ETag` of the new value. */
export function updateLargeHandler(operation: Operation, domain: Domain): RouteHandler {
  const write = largeValueWriter(operation, domain);
  return async (request, response) => {
    requireSingleIds(request);
    const received = request.getContent() as RawBody;
    verifyMediaType(operation.field!, received);
    let sent: Buffer = Buffer.alloc(0);
    const row = await write(request, async () => {
      sent = await received.read();
      return new UploadedFile('', mediaTypeText(received.mediaType), sent);
    });
    const entityTag = isStoredAsSent(operation.field!, row, sent)
      ? largeValueTagOf(operation.entity, { row, size: sent.length })
      : undefined;
    if (entityTag) response.setHeader('ETag', entityTag);
    return respond(operation, response, preferencesOf(operation, request));
  };
}

/** False when a hook or a setter has changed the bytes: then the client does not know them, and gets no tag. */
function isStoredAsSent({ name }: FieldMetadata, row: Row, sent: Buffer): boolean {
  const stored = row.get(name) ?? '';
  return (Buffer.isBuffer(stored) ? stored : Buffer.from(String(stored))).equals(sent);
}

/** DELETE of a large value: sets the field to null, 204. */
export function deleteLargeHandler(operation: Operation, domain: Domain): RouteHandler {
  const write = largeValueWriter(operation, domain);
  return async (request, response) => {
    rejectFields(request);
    requireSingleIds(request);
    await write(request, () => null);
    return respond(operation, response, preferencesOf(operation, request));
  };
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
  return async (request: Request, readValue: () => Promise<UploadedFile> | null): Promise<Row> => {
    requireCondition(operation, request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const requested = isAboutSingle(operation) ? undefined : keysOf(operation, request);
    requested?.requireValidId();
    const { expectations, rootCheck } = await conditionsOf(operation, request, domain, place, requested?.keys[0]);
    const value = await readValue();
    const write = writeOf(operation, 'update', domain.rights.accessOf(request), { ids: 1 });
    const changes = await readChanges(entity, { [field.wireName]: value }, write, (invalid, known) => {
      const payloads = [{ changes: invalid, path: [] }];
      return furtherViolations(store, { kind: 'update', place, keys: requested?.keys, payloads }, known);
    });
    const values = { ...changes.values, ...(value === null && withoutMediaType) };
    const conditional = { ...changes, values, expectations: [...changes.expectations, ...expectations] };
    const update = (keys: WantedKeys) => updateEntities(store, place, keys, conditional, { rootCheck });
    const preferences = preferencesOf(operation, request);
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
  request: Request,
  domain: Domain,
  place: Place,
  key: EntityKey | undefined,
): Promise<Conditions> {
  const { entity, field } = operation;
  const { headers } = request;
  if (!isConditional(request)) return NONE;
  const stored = await domain.storeFor(request).retrieval.largeValue(place, key, field!);
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
