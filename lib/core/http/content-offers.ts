import { BoundedMemo } from './bounded-memo';
import { type ContentSettings, type Writer, writableTypes, writerOf } from './content-settings';
import { negotiate } from './negotiation';

/** A media type that a response can have. */
export interface Offer {
  readonly mediaType: string;
  readonly writer: Writer;
}

/** What is offered to requests that prefer one media type, or none. */
interface Offered {
  readonly mediaTypes: readonly string[];
  /** By `Accept`. */
  readonly choices: BoundedMemo<Offer | undefined>;
}

/** What the content settings let a response be written in: worked out once, and remembered for each `Accept`. */
export class ContentOffers {
  readonly #offered = new Map<string | undefined, Offered>();

  constructor(private readonly settings: ContentSettings) {}

  /**
   * @param accept     the header as sent
   * @param preferred  the media type of the request
   * @returns undefined when none is acceptable
   */
  choose(accept: string | undefined, preferred?: string): Offer | undefined {
    return this.#offeredTo(preferred).choices.of(accept ?? '');
  }

  /** The media types that can be answered with, the preferred ones first. */
  mediaTypes(preferred?: string): readonly string[] {
    return this.#offeredTo(preferred).mediaTypes;
  }

  /** Only a media type that can be written makes a difference, so that there is no more than one entry for each. */
  #offeredTo(preferred: string | undefined): Offered {
    const known = this.#offered.get(preferred) ?? this.#offered.get(this.#writable(preferred));
    return known ?? this.#offer(this.#writable(preferred));
  }

  #offer(preferred: string | undefined): Offered {
    const mediaTypes = writableTypes(this.settings, preferred);
    const choices = new BoundedMemo((accept) => offerOf(this.settings, negotiate(accept, mediaTypes)));
    const offered = { mediaTypes, choices };
    this.#offered.set(preferred, offered);
    return offered;
  }

  #writable(mediaType: string | undefined): string | undefined {
    return mediaType !== undefined && this.settings.serializers.get(mediaType)?.write ? mediaType : undefined;
  }
}

function offerOf(settings: ContentSettings, mediaType: string | undefined): Offer | undefined {
  if (mediaType === undefined) return undefined;
  const writer = writerOf(settings, mediaType);
  return writer && { mediaType, writer };
}
