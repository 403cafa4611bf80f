import { Readable } from 'node:stream';
import { isObject } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import { type ContentSettings, type Writer, writableTypes, writerOf } from '../http/content-settings';
import { NotAcceptableException } from '../http/exceptions';
import { negotiate } from '../http/negotiation';
import type { Serializer } from '../http/serializer';
import { writtenContent, writtenStream } from '../http/written-content';
import { openChunkStream } from './chunk-stream';
import type { KoaRequest } from './koa-request';
import type { KoaResponse } from './koa-response';

/** A body as it goes out. */
export interface WrittenBody {
  readonly body: Buffer | string | Readable;
  readonly contentType: string;
  /** Whether the media type was chosen by `Accept`. */
  readonly isNegotiated: boolean;
}

/** The media type of bytes that have none. */
const BYTES = 'application/octet-stream';

type Streamed = Required<Pick<Serializer, 'writeStream'>>;

/**
 * Makes a body of the content of a response, in the media type that the response names or the request accepts.
 *
 * @throws NotAcceptableException when none is acceptable; whatever a serializer or the content itself throws
 */
export async function writeBody(
  request: KoaRequest,
  response: KoaResponse,
  settings: ContentSettings,
  adapters: readonly ContentAdapter[],
): Promise<WrittenBody> {
  const { isPlain } = response;
  const content = response.getContent();
  const ownType = response.getHeader('content-type');
  const raw = await rawBody(content, ownType);
  if (raw) return raw;
  const { mediaType, writer, isNegotiated } = chooseWriter(request, response, settings, ownType);
  const body = isStream(content)
    ? await writeStream(isPlain ? content : writtenStream(content, adapters, request), writer)
    : await writer.write(isPlain ? content : writtenContent(content, adapters, request));
  return { body, contentType: withCharset(ownType ?? mediaType), isNegotiated };
}

/**
 * What {@link writeBody} would say of a stream, which is not read for it.
 *
 * @throws NotAcceptableException when no media type is acceptable
 */
export function headOfStream(
  request: KoaRequest,
  response: KoaResponse,
  settings: ContentSettings,
): Omit<WrittenBody, 'body'> {
  const ownType = response.getHeader('content-type');
  if (isByteStream(response.getContent())) return { contentType: ownType ?? BYTES, isNegotiated: false };
  const { mediaType, isNegotiated } = chooseWriter(request, response, settings, ownType);
  return { contentType: withCharset(ownType ?? mediaType), isNegotiated };
}

export function notAcceptable(offered: readonly string[]): NotAcceptableException {
  const list = offered.join(', ');
  return new NotAcceptableException(`None of what is accepted can be answered: there is ${list}.`, {
    extensions: { available: offered },
  });
}

/** Bytes, streams of bytes and text with a media type of its own go out as they are. */
async function rawBody(content: unknown, ownType: string | undefined): Promise<WrittenBody | undefined> {
  const contentType = ownType ?? BYTES;
  if (typeof content === 'string') return ownType ? { body: content, contentType, isNegotiated: false } : undefined;
  if (content instanceof Uint8Array)
    return {
      body: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      contentType,
      isNegotiated: false,
    };
  return isByteStream(content) ? { body: await openChunkStream(content), contentType, isNegotiated: false } : undefined;
}

function isByteStream(content: unknown): content is Readable {
  return content instanceof Readable && !content.readableObjectMode;
}

function chooseWriter(
  request: KoaRequest,
  response: KoaResponse,
  settings: ContentSettings,
  ownType: string | undefined,
): { mediaType: string; writer: Writer; isNegotiated: boolean } {
  const own = ownType?.split(';')[0]?.trim().toLowerCase();
  const offered = own ? [own] : writableTypes(settings, request.contentType);
  const accepted = own ?? negotiate(request.headers.accept, offered);
  // An error that a handler answers is told in any case.
  const mediaType = accepted ?? (response.isError ? settings.defaultMediaType : undefined);
  if (!mediaType) throw notAcceptable(offered);
  const writer = writerOf(settings, mediaType);
  if (!writer) throw new Error(`No serializer writes ${mediaType}: configure one, or answer with text or bytes.`);
  return { mediaType, writer, isNegotiated: !own };
}

async function writeStream(elements: AsyncIterable<unknown>, writer: Writer): Promise<string | Buffer | Readable> {
  if (writer.writeStream) return openChunkStream((writer as Streamed).writeStream(elements));
  const collected: unknown[] = [];
  for await (const element of elements) collected.push(element);
  return writer.write(collected);
}

/** What is sent as it arrives. */
export function isStream(content: unknown): content is AsyncIterable<unknown> {
  return isObject(content) && Symbol.asyncIterator in content;
}

function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') && !mediaType.includes('charset') ? `${mediaType}; charset=utf-8` : mediaType;
}
