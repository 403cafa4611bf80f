import { Readable } from 'node:stream';
import { isObject } from '../../foundation';
import { type ContentOffers, type Offer, offerOf, withCharset } from '../http/content-offers';
import type { Writer } from '../http/content-settings';
import { DeferredContent } from '../http/deferred-content';
import { NotAcceptableException } from '../http/exceptions';
import type { ContentShape, Serializer } from '../http/serializer';
import { JsonSerializer } from '../http/serializers/json-serializer';
import { writtenContent, writtenStream } from '../http/written-content';
import { openChunkStream } from './chunk-stream';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import type { RoutePlan } from './route-plan';

/** The head of a body. */
export type WrittenHead = Pick<Offer, 'contentType' | 'isNegotiated'>;

/** A body as it goes out. */
export interface WrittenBody extends WrittenHead {
  readonly body: Buffer | string | Readable;
}

/** The media type of bytes that have none. */
const BYTES = 'application/octet-stream';

type Streamed = Required<Pick<Serializer, 'writeStream'>>;

/**
 * Makes a body of the content of a response, in the media type that the response names or the request accepts: at once
 * where nothing has to be waited for. Bytes, and text with a media type of its own, go out as they are.
 *
 * @throws NotAcceptableException when none is acceptable; whatever a serializer or the content itself throws
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
      : writtenContent(response.getContent(), application.adapters, request),
  );
  return isPromise(body)
    ? body.then((written) => ({ body: written, contentType, isNegotiated }))
    : { body, contentType, isNegotiated };
}

/** The same for content that arrives piece by piece: bytes pass through, other elements are written one by one. */
export async function writeStreamed(exchange: Exchange, content: AsyncIterable<unknown>): Promise<WrittenBody> {
  const { application, request, response } = exchange;
  const ownType = response.getHeader('content-type');
  if (isByteStream(content))
    return { body: await openChunkStream(content), contentType: ownType ?? BYTES, isNegotiated: false };
  const { writer, contentType, isNegotiated } = chooseWriter(exchange, ownType);
  const elements = response.isPlain ? content : writtenStream(content, application.adapters, request);
  return { body: await writeStream(elements, writer), contentType, isNegotiated };
}

/**
 * The head that {@link writeStreamed} would give a stream, without reading it.
 *
 * @throws NotAcceptableException when no media type is acceptable
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
  const offer = own ? { ...writing(own, exchange.plan), isNegotiated: false } : negotiated(exchange);
  return { ...offer, contentType: withCharset(ownType) };
}

/**
 * The media type that content of a shape would be written in.
 *
 * @throws NotAcceptableException when none is acceptable
 */
export function offerForShape(exchange: Exchange, shape: ContentShape): Offer {
  const { offers, offersByShape } = exchange.plan;
  return negotiated(exchange, offersByShape?.[shape] ?? offers);
}

function negotiated({ plan, request, response }: Exchange, known?: ContentOffers): Offer {
  const { headers } = request;
  const preferred = headers['content-type'] === undefined ? undefined : request.contentType;
  const offers = known ?? (plan.offersByShape ? offersFor(plan, response.content) : plan.offers);
  const offer = offers.choose(headers.accept, preferred);
  if (offer) return offer;
  // An error that a handler responds to is logged in any case.
  if (response.isError) return writing(plan.settings.defaultMediaType, plan);
  throw notAcceptable(offers.mediaTypes(preferred));
}

/** A table holds a list, and not the one entity of a read. */
function offersFor({ offers, offersByShape = {} }: RoutePlan, content: unknown): ContentOffers {
  const isList = content instanceof DeferredContent ? content.isList : Array.isArray(content) || isStream(content);
  return offersByShape[isList ? 'list' : typeof content === 'string' ? 'text' : 'object'] ?? offers;
}

function writing(mediaType: string, { settings }: RoutePlan): Offer {
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

/** Whether the content is sent as it arrives. */
export function isStream(content: unknown): content is AsyncIterable<unknown> {
  return isObject(content) && Symbol.asyncIterator in content;
}
