import { BoundedMemo } from '../../foundation';
import { type ContentSettings, type Writer, writableTypes, writerOf } from './content-settings';
import { negotiate } from './negotiation';

/** A media type for a response, with its serializer. */
export interface Offer {
  /** With a charset for text. */
  readonly contentType: string;
  /** Whether `Accept` decided it, so that the response varies by it. */
  readonly isNegotiated: boolean;
  readonly writer: Writer;
}

/** The media types in order of preference, with the results of negotiation. */
interface Offered {
  readonly mediaTypes: readonly string[];
  /** By `Accept`. */
  readonly choices: BoundedMemo<Offer | undefined>;
}

/** Negotiates the media types of responses; the results are cached by `Accept`. */
export class ContentOffers {
  readonly #plain: Offered;
  /** By preferred media type. */
  readonly #offered = new Map<string, Offered>();

  constructor(private readonly settings: ContentSettings) {
    this.#plain = offered(settings);
  }

  /**
   * @param accept     the header as sent
   * @param preferred  the media type of the request body
   * @returns undefined if no media type is acceptable
   */
  choose(accept: string | undefined, preferred?: string): Offer | undefined {
    const { choices } = preferred === undefined ? this.#plain : this.#preferring(preferred);
    return choices.of(accept ?? '');
  }

  /** The media types in order of preference. */
  mediaTypes(preferred?: string): readonly string[] {
    return (preferred === undefined ? this.#plain : this.#preferring(preferred)).mediaTypes;
  }

  /** Ignores media types that no serializer writes, which bounds the size of the cache. */
  #preferring(mediaType: string): Offered {
    const isWritten = this.settings.serializers.get(mediaType)?.write !== undefined;
    return this.#offered.get(mediaType) ?? (isWritten ? this.#offer(mediaType) : this.#plain);
  }

  #offer(preferred: string): Offered {
    const offer = offered(this.settings, preferred);
    this.#offered.set(preferred, offer);
    return offer;
  }
}

function offered(settings: ContentSettings, preferred?: string): Offered {
  const mediaTypes = writableTypes(settings, preferred);
  return { mediaTypes, choices: new BoundedMemo((accept) => offerOf(settings, negotiate(accept, mediaTypes))) };
}

/** The offer of one media type; undefined if no serializer writes it. */
export function offerOf(settings: ContentSettings, mediaType: string | undefined): Offer | undefined {
  if (mediaType === undefined) return undefined;
  const writer = writerOf(settings, mediaType);
  return writer && { contentType: withCharset(mediaType), isNegotiated: true, writer };
}

export function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') && !mediaType.includes('charset') ? `${mediaType}; charset=utf-8` : mediaType;
}
