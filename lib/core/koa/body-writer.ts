import { Readable } from 'node:stream';
import { isObject } from '../../foundation';
import type { Offer } from '../http/content-offers';
import { type Writer, writerOf } from '../http/content-settings';
import { NotAcceptableException } from '../http/exceptions';
import type { Serializer } from '../http/serializer';
import { writtenContent, writtenStream } from '../http/written-content';
import { openChunkStream } from './chunk-stream';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import type { RoutePlan } from './route-plan';

/** What is said of a body before it. */
export interface WrittenHead {
  readonly contentType: string;
  /** Whether the media type was chosen by `Accept`. */
  readonly isNegotiated: boolean;
}

/** A body as it goes out. */
export interface WrittenBody extends WrittenHead {
  readonly body: Buffer | string | Readable;
}

/** The media type of bytes that have none. */
const BYTES = 'application/octet-stream';

type Streamed = Required<Pick<Serializer, 'writeStream'>>;

/**
 * Makes a body of the content of a response, in the media type that the response names or the request accepts: at once
 * where nothing has to be waited for.
 *
 * @throws NotAcceptableException when none is acceptable; whatever a serializer or the content itself throws
 */
export function writeBody(exchange: Exchange): WrittenBody | Promise<WrittenBody> {
  const { application, request, response } = exchange;
  const { isPlain } = response;
  const content = response.getContent();
  const ownType = response.getHeader('content-type');
  const raw = rawBody(content, ownType);
  if (raw) return raw;
  const { head, writer } = chooseWriter(exchange, ownType);
  const body = isStream(content)
    ? writeStream(isPlain ? content : writtenStream(content, application.adapters, request), writer)
    : writer.write(isPlain ? content : writtenContent(content, application.adapters, request));
  return isPromise(body) ? body.then((written) => ({ body: written, ...head })) : { body, ...head };
}

/**
 * What {@link writeBody} would say of a stream, which is not read for it.
 *
 * @throws NotAcceptableException when no media type is acceptable
 */
export function headOfStream(exchange: Exchange): WrittenHead {
  const { response } = exchange;
  const ownType = response.getHeader('content-type');
  if (isByteStream(response.getContent())) return { contentType: ownType ?? BYTES, isNegotiated: false };
  return chooseWriter(exchange, ownType).head;
}

export function notAcceptable(offered: readonly string[]): NotAcceptableException {
  const list = offered.join(', ');
  return new NotAcceptableException(`None of what is accepted can be answered: there is ${list}.`, {
    extensions: { available: offered },
  });
}

/** Bytes, streams of bytes and text with a media type of its own go out as they are. */
function rawBody(content: unknown, ownType: string | undefined): WrittenBody | Promise<WrittenBody> | undefined {
  const head = { contentType: ownType ?? BYTES, isNegotiated: false };
  if (typeof content === 'string') return ownType ? { body: content, ...head } : undefined;
  if (content instanceof Uint8Array) return { body: bytesOf(content), ...head };
  return isByteStream(content) ? openChunkStream(content).then((body) => ({ body, ...head })) : undefined;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function isByteStream(content: unknown): content is Readable {
  return content instanceof Readable && !content.readableObjectMode;
}

function chooseWriter(exchange: Exchange, ownType: string | undefined): { head: WrittenHead; writer: Writer } {
  const own = ownType?.split(';')[0]?.trim().toLowerCase();
  const { mediaType, writer } = own ? writing(own, exchange.plan) : negotiated(exchange);
  return { head: { contentType: withCharset(ownType ?? mediaType), isNegotiated: !own }, writer };
}

function negotiated({ plan, request, response }: Exchange): Offer {
  const { contentType: preferred, headers } = request;
  const offer = plan.offers.choose(headers.accept, preferred);
  if (offer) return offer;
  // An error that a handler answers is told in any case.
  if (response.isError) return writing(plan.settings.defaultMediaType, plan);
  throw notAcceptable(plan.offers.mediaTypes(preferred));
}

function writing(mediaType: string, { settings }: RoutePlan): Offer {
  const writer = writerOf(settings, mediaType);
  if (!writer) throw new Error(`No serializer writes ${mediaType}: configure one, or answer with text or bytes.`);
  return { mediaType, writer };
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
