import { Readable } from 'node:stream';
import { isObject } from '../../foundation';
import { type ContentOffers, type Offer, offerOf, withCharset } from '../http/content-offers';
import type { Writer } from '../http/content-settings';
import { plainContent, plainStream } from '../http/convert-content';
import { DeferredContent } from '../http/deferred-content';
import { NotAcceptableException } from '../http/exceptions';
import type { ContentShape, Serializer } from '../http/serializer';
import { JsonSerializer } from '../http/serializers/json-serializer';
import { openChunkStream } from './chunk-stream';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import type { RoutePlan } from './route-plan';

/** The media type of a body. */
export type WrittenHead = Pick<Offer, 'contentType' | 'isNegotiated'>;

/** A serialized body. */
export interface WrittenBody extends WrittenHead {
  readonly body: Buffer | string | Readable;
}

/** The default media type of bytes. */
const BYTES = 'application/octet-stream';

type Streamed = Required<Pick<Serializer, 'writeStream'>>;

/**
 * Serializes the content of a response in its `Content-Type` or in the negotiated media type; synchronously, unless the
 * serializer returns a promise. Bytes, and text with a `Content-Type`, are sent unchanged.
 *
 * @throws NotAcceptableException if no media type is acceptable; the errors of serializers and of the content
 */
export function writeBody(exchange: Exchange): WrittenBody | Promise<WrittenBody> {
  const { application, request, response } = exchange;
  const { content } = response;
  const ownType = response.getHeader('content-type');
  if (typeof content === 'string' && ownType) return { body: content, contentType: ownType, isNegotiated: false };
  if (content instanceof Uint8Array)
    return { body: bytesOf(content), contentType: ownType ?? BYTES, isNegotiated: false };
  const { writer, contentType, isNegotiated } = chooseWriter(exchange, ownType);
  if (content instanceof DeferredContent && writer.constructor === JsonSerializer)
    return { body: content.json(), contentType, isNegotiated };
  const body = writer.write(
    response.isPlain
      ? DeferredContent.valueOf(content)
      : plainContent(response.getContent(), application.adapters, request),
  );
  return isPromise(body)
    ? body.then((written) => ({ body: written, contentType, isNegotiated }))
    : { body, contentType, isNegotiated };
}

/** Serializes a stream: bytes pass through, other elements are written one by one. */
export async function writeStreamed(exchange: Exchange, content: AsyncIterable<unknown>): Promise<WrittenBody> {
  const { application, request, response } = exchange;
  const ownType = response.getHeader('content-type');
  if (isByteStream(content))
    return { body: await openChunkStream(content), contentType: ownType ?? BYTES, isNegotiated: false };
  const { writer, contentType, isNegotiated } = chooseWriter(exchange, ownType);
  const elements = response.isPlain ? content : plainStream(content, application.adapters, request);
  return { body: await writeStream(elements, writer), contentType, isNegotiated };
}

/**
 * The media type that {@link writeStreamed} would choose, without reading the stream.
 *
 * @throws NotAcceptableException if no media type is acceptable
 */
export function headOfStream(exchange: Exchange, content: AsyncIterable<unknown>): WrittenHead {
  const ownType = exchange.response.getHeader('content-type');
  if (isByteStream(content)) return { contentType: ownType ?? BYTES, isNegotiated: false };
  return chooseWriter(exchange, ownType);
}

export function notAcceptable(offered: readonly string[]): NotAcceptableException {
  const list = offered.join(', ');
  return new NotAcceptableException(`No acceptable media type is available. Available: ${list}.`, {
    extensions: { available: offered },
  });
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function isByteStream(content: unknown): content is Readable {
  return content instanceof Readable && !content.readableObjectMode;
}

function chooseWriter(exchange: Exchange, ownType: string | undefined): Offer {
  if (ownType === undefined) return negotiated(exchange);
  const own = ownType.split(';')[0]!.trim().toLowerCase();
  const offer = own ? { ...offerOfType(own, exchange.plan), isNegotiated: false } : negotiated(exchange);
  return { ...offer, contentType: withCharset(ownType) };
}

/**
 * Negotiates the media type for content of a shape.
 *
 * @throws NotAcceptableException if none is acceptable
 */
export function offerForShape(exchange: Exchange, shape: ContentShape): Offer {
  const { offers, offersByShape } = exchange.plan;
  return negotiated(exchange, offersByShape?.[shape] ?? offers);
}

function negotiated({ plan, request, response }: Exchange, forShape?: ContentOffers): Offer {
  const { headers } = request;
  const preferred = headers['content-type'] === undefined ? undefined : request.contentType;
  const offers = forShape ?? (plan.offersByShape ? offersFor(plan, response.content) : plan.offers);
  const offer = offers.choose(headers.accept, preferred);
  if (offer) return offer;
  // The content of an exception handler is sent even if its media type is not acceptable.
  if (response.isError) return offerOfType(plan.settings.defaultMediaType, plan);
  throw notAcceptable(offers.mediaTypes(preferred));
}

/** Not every media type fits every shape: CSV contains lists only. */
function offersFor({ offers, offersByShape = {} }: RoutePlan, content: unknown): ContentOffers {
  const isList = content instanceof DeferredContent ? content.isList : Array.isArray(content) || isStream(content);
  return offersByShape[isList ? 'list' : typeof content === 'string' ? 'text' : 'object'] ?? offers;
}

function offerOfType(mediaType: string, { settings }: RoutePlan): Offer {
  const offer = offerOf(settings, mediaType);
  if (!offer) throw new Error(`No serializer writes ${mediaType}: configure one, or return text or bytes.`);
  return offer;
}

async function writeStream(elements: AsyncIterable<unknown>, writer: Writer): Promise<string | Buffer | Readable> {
  if (writer.writeStream) return openChunkStream((writer as Streamed).writeStream(elements));
  const collected: unknown[] = [];
  for await (const element of elements) collected.push(element);
  return writer.write(collected);
}

/** Whether the content is streamed. */
export function isStream(content: unknown): content is AsyncIterable<unknown> {
  return isObject(content) && Symbol.asyncIterator in content;
}
