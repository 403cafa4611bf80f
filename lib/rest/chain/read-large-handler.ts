import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ByteRange,
  byteRange,
  isKnownTag,
  NotFoundException,
  RangeNotSatisfiableException,
  type Request,
  type Response,
  type RouteHandler,
  verifyMatch,
} from '../../core';
import type { EntityMetadata } from '../../metadata';
import { readEntities } from '../../operations';
import { type LargeValue, LargeValueChangedError, PIECE_BYTES, type Place, type Row } from '../../persistence';
import { isAboutSingle, type Operation } from '../operation/operation';
import type { Domain } from './domain';
import { protect } from './large-value-headers';
import { placeOf } from './read-place';
import { keysOf, requireSingleIds } from './requested-keys';

/** So often a value is read again that was changed before its first byte was there. */
const ATTEMPTS = 3;

/** 200 with the bytes of a large value, or 206 with a part of them; 304 for who has them already; 404 where there are none. */
export function readLargeHandler(operation: Operation, domain: Domain): RouteHandler {
  return async (request, response) => {
    requireSingleIds(request);
    const place = placeOf(operation, request);
    const read = () => valueAt(operation, domain, request, place);
    for (let attempt = 1; ; attempt++) {
      try {
        return await respondWithValue(operation, request, response, await read());
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof LargeValueChangedError)) throw error;
      }
    }
  };
}

/** @throws EntityNotFoundError, or NotFoundException for an entity without a value */
async function valueAt(operation: Operation, domain: Domain, request: Request, place: Place): Promise<StoredValue> {
  const { retrieval } = domain.storeFor(request);
  const field = operation.field!;
  // The id in the path is that of the parent, where it has a single child.
  const requested = isAboutSingle(operation) ? undefined : keysOf(operation, request);
  const isNamed = requested === undefined || requested.keys.length > 0;
  const value = isNamed ? await retrieval.largeValue(place, requested?.keys[0], field) : undefined;
  if (!value && requested) throw requested.notFound();
  // It says what is missing: the child, or a parent.
  if (!value) await readEntities(retrieval, place, undefined);
  if (value?.size === undefined) throw new NotFoundException(`The ${operation.entity.name} has no ${field.wireName}.`);
  return { ...value, size: value.size };
}

type StoredValue = LargeValue & { readonly size: number };

async function respondWithValue(
  operation: Operation,
  { method, headers }: Request,
  response: Response,
  value: StoredValue,
): Promise<void> {
  const entityTag = entityTagOf(operation.entity, value);
  response.setHeader('Accept-Ranges', 'bytes');
  if (entityTag) response.setHeader('ETag', entityTag);
  verifyMatch(headers, entityTag, true);
  if (isKnownTag(headers['if-none-match'], entityTag)) return void response.setStatus(304);
  const range = method === 'HEAD' ? undefined : rangeIn(headers, value.size, entityTag);
  const { first, last } = range ?? { first: 0, last: value.size - 1 };
  const length = last + 1 - first;
  const content = method === 'HEAD' ? Readable.from([]) : await contentOf(value, first, length);
  if (range) response.setHeader('Content-Range', `bytes ${first}-${last}/${value.size}`);
  protect(response, operation, value.row);
  response
    .setStatus(range ? 206 : 200)
    .setHeader('Content-Length', String(length))
    .setContent(content);
}

/** Strong: the same as long as the row is not written. Undefined for a class that keeps no version. */
export function entityTagOf(
  { primaryKey, fields }: EntityMetadata,
  { row, size }: { readonly row: Row; readonly size: number | undefined },
): string | undefined {
  const nameOf = (origin: string) => [...fields.values()].find((field) => field.origin === origin)?.name ?? '';
  const version = row.get(nameOf('version')) ?? null;
  if (version === null || size === undefined) return undefined;
  const createdAt = row.get(nameOf('createdAt'));
  // A row of the same key and version may have taken the place of one that was deleted.
  const made = createdAt instanceof Date ? createdAt.getTime() : '';
  const state = [row.get(primaryKey.name), made, version, size].join(' ');
  return `"${createHash('sha256').update(state).digest('base64url').slice(0, 22)}"`;
}

/**
 * The part that is asked for; undefined for the whole, also where `If-Range` names another state of it.
 *
 * @throws RangeNotSatisfiableException
 */
function rangeIn(headers: Request['headers'], size: number, entityTag: string | undefined): ByteRange | undefined {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== entityTag) return undefined;
  const range = byteRange(headers.range, size);
  if (range !== 'none') return range;
  throw new RangeNotSatisfiableException(`There are ${size} bytes, none of them in the range.`, {
    headers: { 'Content-Range': `bytes */${size}` },
  });
}

/** A short one whole; else a stream whose first piece is there. */
async function contentOf(value: LargeValue, first: number, length: number): Promise<Buffer | Readable> {
  const pieces = value.read(first, first + length);
  const { value: begin = Buffer.alloc(0) } = await pieces.next();
  if (length <= PIECE_BYTES) return begin as Buffer;
  return Readable.from(
    (async function* () {
      yield begin;
      yield* pieces;
    })(),
    { objectMode: false },
  );
}
