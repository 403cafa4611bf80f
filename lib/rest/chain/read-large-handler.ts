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
import { setLargeValueHeaders } from './large-value-headers';
import { placeOf } from './read-place';
import { keysOf, requireSingleIds } from './requested-keys';

/** A value that changes while its first bytes are read is read again, up to this number of attempts. */
const MAX_ATTEMPTS = 3;

/** GET of a large value: 200 with its bytes, 206 with a range of them, 304 if the client has them, 404 without a value. */
export function readLargeHandler(operation: Operation, domain: Domain): RouteHandler {
  return async (request, response) => {
    requireSingleIds(request);
    const place = placeOf(operation, request);
    const read = () => valueAt(operation, domain, request, place);
    for (let attempt = 1; ; attempt++) {
      try {
        return await respondWithValue(operation, request, response, await read());
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(error instanceof LargeValueChangedError)) throw error;
      }
    }
  };
}

/** @throws EntityNotFoundError, or NotFoundException for an entity without a value */
async function valueAt(operation: Operation, domain: Domain, request: Request, place: Place): Promise<StoredValue> {
  const { retrieval } = domain.storeFor(request);
  const field = operation.field!;
  // The id in the path of a single child is that of its parent.
  const requested = isAboutSingle(operation) ? undefined : keysOf(operation, request);
  const mayExist = requested === undefined || requested.keys.length > 0;
  const value = mayExist ? await retrieval.largeValue(place, requested?.keys[0], field) : undefined;
  if (!value && requested) throw requested.notFound();
  // Throws the error that says whether the child or its parent is missing.
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
  const entityTag = largeValueTagOf(operation.entity, value);
  response.setHeader('Accept-Ranges', 'bytes');
  if (entityTag) response.setHeader('ETag', entityTag);
  verifyMatch(headers, entityTag, true);
  if (isKnownTag(headers['if-none-match'], entityTag)) return void response.setStatus(304);
  const range = method === 'HEAD' ? undefined : rangeIn(headers, value.size, entityTag);
  const { first, last } = range ?? { first: 0, last: value.size - 1 };
  const length = last + 1 - first;
  const content = method === 'HEAD' ? Readable.from([]) : await contentOf(value, first, length);
  if (range) response.setHeader('Content-Range', `bytes ${first}-${last}/${value.size}`);
  setLargeValueHeaders(response, operation, value.row);
  response
    .setStatus(range ? 206 : 200)
    .setHeader('Content-Length', String(length))
    .setContent(content);
}

/** The strong tag of a large value: it changes with every write of the row. Undefined for a class without a version. */
export function largeValueTagOf(
  { primaryKey, fields }: EntityMetadata,
  { row, size }: { readonly row: Row; readonly size: number | undefined },
): string | undefined {
  const nameOf = (origin: string) => [...fields.values()].find((field) => field.origin === origin)?.name ?? '';
  const version = row.get(nameOf('version')) ?? null;
  if (version === null || size === undefined) return undefined;
  const createdAt = row.get(nameOf('createdAt'));
  // Tells a new row from a deleted one with the same key and version.
  const createdAtMs = createdAt instanceof Date ? createdAt.getTime() : '';
  const state = [row.get(primaryKey.name), createdAtMs, version, size].join(' ');
  return `"${createHash('sha256').update(state).digest('base64url').slice(0, 22)}"`;
}

/**
 * The requested range; undefined for the whole value, also when `If-Range` does not match.
 *
 * @throws RangeNotSatisfiableException
 */
function rangeIn(headers: Request['headers'], size: number, entityTag: string | undefined): ByteRange | undefined {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== entityTag) return undefined;
  const range = byteRange(headers.range, size);
  if (range !== 'none') return range;
  throw new RangeNotSatisfiableException(`The range contains none of the ${size} bytes of the value.`, {
    headers: { 'Content-Range': `bytes */${size}` },
  });
}

/** A buffer for a short value, else a stream; its first piece is read here, so that errors still change the status. */
async function contentOf(value: LargeValue, first: number, length: number): Promise<Buffer | Readable> {
  const pieces = value.read(first, first + length);
  const { value: firstPiece = Buffer.alloc(0) } = await pieces.next();
  if (length <= PIECE_BYTES) return firstPiece as Buffer;
  return Readable.from(
    (async function* () {
      yield firstPiece;
      yield* pieces;
    })(),
    { objectMode: false },
  );
}
