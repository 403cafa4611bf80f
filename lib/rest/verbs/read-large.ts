import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ByteRange,
  byteRange,
  isKnownTag,
  mediaTypeText,
  NotFoundException,
  parseMediaType,
  RangeNotSatisfiableException,
  type Request,
  verifyMatch,
} from '../../core';
import type { EntityMetadata } from '../../metadata';
import { readEntities } from '../../operations';
import { type LargeValue, LargeValueChangedError, PIECE_BYTES, type Row } from '../../persistence';
import { keysOf, requireSingleIds } from '../chain/requested-keys';
import { isAboutSingle, type Operation } from '../operation/operation';
import { isVisibleField } from '../selection/visible-fields';
import type { Call } from './call';
import { callHead } from './call-head';
import type { Execution } from './execution';
import type { Outcome } from './outcome';
import type { VerbDefinition } from './verb-definition';
import { placeWords } from './verb-words';

/** A value that changes while its first bytes are read is read again, up to this number of attempts. */
const MAX_ATTEMPTS = 3;

/** GET of a large value: 200 with its bytes, 206 with a range of them, 304 if the client has them, 404 without a value. */
export const readLarge: VerbDefinition = {
  verb: 'readLarge',
  methods: ['GET'],
  isFieldExposed: ({ exposure }, field) => exposure.read && isVisibleField(field),
  requires: 'GET',
  keys: 'one',
  body: 'none',
  preferences: [],
  takesIdempotencyKeys: false,
  gives: 'value',
  status: 200,
  headers: ['Accept-Ranges', 'Content-Range', 'ETag'],
  problems: [400, 404, 409, 412, 416, 503],
  sharedBy: 'rows',
  words: {
    summary(operation) {
      const { a, where } = placeWords(operation);
      return `Read the ${operation.field!.wireName} of ${a}${where}`;
    },
    description: () => 'Returns the raw bytes, whole or a range of them.',
    responses(operation) {
      const value = `${operation.field!.wireName} of the ${placeWords(operation).one}`;
      return { content: `The ${value}.`, part: `A part of the ${value}.` };
    },
  },
  prepare,
};

export const readLargeOfSingle: VerbDefinition = { ...readLarge, keys: 'none' };

function prepare(operation: Operation): Execution<Call, void> {
  const headOf = callHead(operation);
  const isSingle = isAboutSingle(operation);
  return {
    head(request, caller) {
      requireSingleIds(request);
      // The id in the path of a single child is that of its parent.
      return { ...headOf(request, caller), requested: isSingle ? undefined : keysOf(operation, request) };
    },

    async run(call) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await outcomeOf(operation, call, await valueAt(operation, call));
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !(error instanceof LargeValueChangedError)) throw error;
        }
      }
    },
  };
}

/** @throws EntityNotFoundError, or NotFoundException for an entity without a value */
async function valueAt({ entity, field }: Operation, { store, place, requested }: Call): Promise<StoredValue> {
  const { retrieval } = store;
  const mayExist = requested === undefined || requested.keys.length > 0;
  const value = mayExist ? await retrieval.largeValue(place, requested?.keys[0], field!) : undefined;
  if (!value && requested) throw requested.notFound();
  // Throws the error that says whether the child or its parent is missing.
  if (!value) await readEntities(retrieval, place, undefined);
  if (value?.size === undefined) throw new NotFoundException(`The ${entity.name} has no ${field!.wireName}.`);
  return { ...value, size: value.size };
}

type StoredValue = LargeValue & { readonly size: number };

async function outcomeOf(
  operation: Operation,
  { request: { method, headers } }: Call,
  value: StoredValue,
): Promise<Outcome> {
  const entityTag = largeValueTagOf(operation.entity, value);
  const tagged = { 'Accept-Ranges': 'bytes', ...(entityTag !== undefined && { ETag: entityTag }) };
  verifyMatch(headers, entityTag, true);
  if (isKnownTag(headers['if-none-match'], entityTag)) return { status: 304, headers: tagged };
  const range = method === 'HEAD' ? undefined : rangeIn(headers, value.size, entityTag);
  const { first, last } = range ?? { first: 0, last: value.size - 1 };
  const length = last + 1 - first;
  const content = method === 'HEAD' ? Readable.from([]) : await contentOf(value, first, length);
  return {
    status: range ? 206 : 200,
    content,
    headers: {
      ...tagged,
      ...(range && { 'Content-Range': `bytes ${first}-${last}/${value.size}` }),
      ...largeValueHeaders(operation, value.row),
      'Content-Length': String(length),
    },
  };
}

/**
 * The media types that browsers may show inline. All others are downloads: an uploaded HTML or SVG document could run
 * scripts in the origin of the API.
 */
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;

/**
 * The headers for the bytes of a large value: their stored media type, and protection against scripts in them.
 *
 * @see OWASP File Upload Cheat Sheet
 */
function largeValueHeaders({ field }: Operation, row: Row): Readonly<Record<string, string>> {
  const { mediaType, mediaTypeField } = field!.large!;
  const stored = mediaTypeField === undefined ? null : (row.get(mediaTypeField) ?? null);
  const contentType = (stored === null ? undefined : parseMediaType(String(stored))) ?? parseMediaType(mediaType)!;
  const disposition = INLINE.test(contentType.name) ? 'inline' : 'attachment';
  return {
    'Content-Type': mediaTypeText(contentType),
    'Content-Disposition': `${disposition}; filename="${field!.wireName}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
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
