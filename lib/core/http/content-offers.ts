import { BoundedMemo } from '../../foundation';
import { type ContentSettings, type Writer, writableTypes, writerOf } from './content-settings';
import { negotiate } from './negotiation';

/** A media type that a response can be written in. */
export interface Offer {
  /** With its charset where it is text. */
  readonly contentType: string;
  /** Whether it was chosen by `Accept`. */
  readonly isNegotiated: boolean;
  readonly writer: Writer;
}

/** The media types for requests that prefer one, or none. */
interface Offered {
  readonly mediaTypes: readonly string[];
  /** By `Accept`. */
  readonly choices: BoundedMemo<Offer | undefined>;
}

/** The media types that the content settings allow for a response: worked out once, and remembered for each `Accept`. */
export class ContentOffers {
  readonly #plain: Offered;
  /** By preferred media type. */
  readonly #offered = new Map<string, Offered>();

  constructor(private readonly settings: ContentSettings) {
    this.#plain = offered(settings);
  }

  /**
   * @param accept     the header as sent
   * @param preferred  the media type of the request
   * @returns undefined when none is acceptable
   */
  choose(accept: string | undefined, preferred?: string): Offer | undefined {
    const { choices } = preferred === undefined ? this.#plain : this.#preferring(preferred);
    return choices.of(accept ?? '');
  }

  /** The media types of a response, preferred ones first. */
  mediaTypes(preferred?: string): readonly string[] {
    return (preferred === undefined ? this.#plain : this.#preferring(preferred)).mediaTypes;
  }

  /** Only a media type that can be written makes a difference, so that there is no more than one entry for each. */
  #preferring(mediaType: string): Offered {
    const isWritten = this.settings.serializers.get(mediaType)?.write !== undefined;
    return this.#offered.get(mediaType) ?? (isWritten ? this.#offer(mediaType) : this.#plain);
  }

  #offer(preferred: string): Offered {
    const made = offered(this.settings, preferred);
    this.#offered.set(preferred, made);
    return made;
  }
}

function offered(settings: ContentSettings, preferred?: string): Offered {
  const mediaTypes = writableTypes(settings, preferred);
  return { mediaTypes, choices: new BoundedMemo((accept) => offerOf(settings, negotiate(accept, mediaTypes))) };
}

/** @returns undefined for a media type that no serializer writes */
export function offerOf(settings: ContentSettings, mediaType: string | undefined): Offer | undefined {
  if (mediaType === undefined) return undefined;
  const writer = writerOf(settings, mediaType);
  return writer && { contentType: withCharset(mediaType), isNegotiated: true, writer };
}

export function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') && !mediaType.includes('charset') ? `${mediaType}; charset=utf-8` : mediaType;
}
