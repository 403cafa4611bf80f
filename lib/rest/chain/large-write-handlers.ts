import {
  isMatched,
  mediaTypeText,
  PreconditionFailedException,
  type ReceivedBytes,
  type Request,
  type RouteHandler,
  UnsupportedMediaTypeException,
  UploadedFile,
  verifyMatch,
} from '../../core';
import type { FieldMetadata } from '../../metadata';
import { type Changes, type RootGuard, updateEntities, updateViolations } from '../../operations';
import type { EntityKey, EntityStore, Place, Row, WantedKeys } from '../../persistence';
import { mediaTypeFieldOf } from '../access/large-fields';
import { guardOf, namesVersion, requireCondition } from '../concurrency/write-guard';
import { isAboutSingle, type Operation } from '../operation/operation';
import { readChanges } from '../payload/read-changes';
import type { Domain } from './domain';
import { preferencesOf } from './preferences';
import { writeOf } from './read-content';
import { entityTagOf } from './read-large-handler';
import { placeOf } from './read-place';
import { keysOf, requireSingleIds } from './requested-keys';
import { respond } from './respond';
import { writeRequested } from './write-requested';

/** 204 once the body is the value of the field, with the `ETag` that a GET of it has now. */
export function updateLargeHandler(operation: Operation, domain: Domain): RouteHandler {
  const write = writer(operation, domain);
  return async (request, response) => {
    requireSingleIds(request);
    const received = request.getContent() as ReceivedBytes;
    verifyMediaType(operation.field!, received);
    let sent: Buffer = Buffer.alloc(0);
    const row = await write(request, async () => {
      sent = await received.read();
      return new UploadedFile('', mediaTypeText(received.mediaType), sent);
    });
    const entityTag = isKeptAsSent(operation.field!, row, sent)
      ? entityTagOf(operation.entity, { row, size: sent.length })
      : undefined;
    if (entityTag) response.setHeader('ETag', entityTag);
    return respond(operation, response, preferencesOf(operation, request));
  };
}

/** A tag may not be told of bytes that a hook or a setter has changed. */
function isKeptAsSent({ name }: FieldMetadata, row: Row, sent: Buffer): boolean {
  const stored = row.get(name) ?? '';
  return (Buffer.isBuffer(stored) ? stored : Buffer.from(String(stored))).equals(sent);
}

/** 204 once the field has no value. */
export function deleteLargeHandler(operation: Operation, domain: Domain): RouteHandler {
  const write = writer(operation, domain);
  return async (request, response) => {
    requireSingleIds(request);
    await write(request, () => null);
    return respond(operation, response, preferencesOf(operation, request));
  };
}

/** @throws UnsupportedMediaTypeException with `Accept` */
function verifyMediaType({ large, wireName }: FieldMetadata, { mediaType }: ReceivedBytes): void {
  const { mediaType: fixed, isMediaTypeFixed } = large!;
  if (!isMediaTypeFixed || fixed.split(';')[0]!.trim().toLowerCase() === mediaType.name) return;
  throw new UnsupportedMediaTypeException(`${wireName} is ${fixed}, and ${mediaType.name} was sent.`, {
    headers: { Accept: fixed },
  });
}

/** Writes one field as an update of its entity would, with all that the model says of it. */
function writer(operation: Operation, domain: Domain) {
  const { entity } = operation;
  const field = operation.field!;
  const holder = mediaTypeFieldOf(entity, field);
  const withoutMediaType = holder?.isNullable ? { [holder.name]: null } : {};
  return async (request: Request, make: () => Promise<UploadedFile> | null): Promise<Row> => {
    requireCondition(operation, request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const requested = isAboutSingle(operation) ? undefined : keysOf(operation, request);
    requested?.requireReadable();
    const { expectations, guard } = await conditions(operation, request, store, place, requested?.keys[0]);
    const value = await make();
    const write = writeOf(operation, 'update', domain.rights.accessOf(request), { ids: 1 });
    const changes = await readChanges(entity, { [field.wireName]: value }, write, (refused) =>
      updateViolations(store, place, requested?.keys, refused),
    );
    const values = { ...changes.values, ...(value === null && withoutMediaType) };
    const conditional = { ...changes, values, expectations: [...changes.expectations, ...expectations] };
    const update = (keys: WantedKeys) => updateEntities(store, place, keys, conditional, { guard });
    const preferences = preferencesOf(operation, request);
    const [written] = await (requested
      ? writeRequested(requested, preferences, store, place, update)
      : update(undefined));
    return written!.entity;
  };
}

/** Conditions that are checked again once the row, or its root, is locked. */
interface Conditions {
  readonly expectations: Changes['expectations'];
  readonly guard?: RootGuard;
}

const NONE: Conditions = { expectations: [] };

/**
 * The conditions of `If-Match` and `If-None-Match` on the row: a tag may be that of the value, or one that was read elsewhere in
 * the aggregate.
 *
 * @throws PreconditionFailedException
 */
async function conditions(
  operation: Operation,
  request: Request,
  { retrieval }: EntityStore,
  place: Place,
  key: EntityKey | undefined,
): Promise<Conditions> {
  const { entity, field } = operation;
  const { headers } = request;
  const isNew = headers['if-none-match']?.trim() === '*';
  if (headers['if-match'] === undefined && !isNew) return NONE;
  const stored = await retrieval.largeValue(place, key, field!);
  // A missing row is reported by the write.
  if (!stored) return NONE;
  const isThere = stored.size !== undefined;
  if (isNew && isThere) throw failed();
  const entityTag = entityTagOf(entity, stored);
  if (namesVersion(operation, request) && !isMatched(headers, entityTag, isThere)) {
    return { expectations: [], guard: guardOf(operation, request) };
  }
  verifyMatch(headers, entityTag, isThere);
  const version = [...entity.fields.values()].find(({ origin }) => origin === 'version')?.name;
  if (version === undefined) return NONE;
  const before = stored.row.get(version);
  const isMetBy = (now: unknown) => Number(now) === Number(before);
  return { expectations: [{ field: version, given: before, isMetBy, denial: failed() }] };
}

function failed(): PreconditionFailedException {
  return new PreconditionFailedException('It is no longer what the request was made for: read it again.');
}
